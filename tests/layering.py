#!/usr/bin/env python3
"""Holds the includes of core/ and server/ against the layers of DESIGN.

The include roots keep a file from including a layer above its own by name;
this also catches relative includes and libraries outside their layer.

usage: layering.py REPOSITORY
"""

import pathlib
import re
import sys

LAYERS = ["base", "text", "syntax", "ir", "shape", "analysis", "protocol", "features", "transport", "app"]
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
# Header prefix -> the layers that may see it.
ONLY_IN = {
    "nlohmann/": {"protocol", "transport", "app"},
    "boost/asio": {"transport"},
    "mlir/AsmParser": {"ir", "analysis"},
    "mlir/": {"ir", "shape", "analysis"},
}


def problems(path, layer):
    for include in INCLUDE.findall(path.read_text()):
        if include.startswith("../"):
            yield f"{path}: relative include of {include}"
        match = re.match(r"shapels/(\w+)/", include)
        if match and LAYERS.index(match[1]) > LAYERS.index(layer):
            yield f"{path}: {layer} may not include {include}"
        for prefix, allowed in ONLY_IN.items():
            if include.startswith(prefix) and layer not in allowed:
                yield f"{path}: {layer} may not include {include}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    for top in ("core", "server"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                found += problems(path, path.relative_to(root / top).parts[0])
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
