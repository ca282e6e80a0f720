#!/usr/bin/env python3
"""Holds core/ and server/ against the layers of DESIGN.

The build runs it for each layer, so that an upward include does not build; the
test, for all. Then it also finds libraries outside their layer, and two types of
one name: layers that do not see each other meet in the linker, which then takes
one of two templates at random.

usage: layering.py REPOSITORY [LAYER]
"""

import pathlib
import re
import sys

# Layer -> the layers that it uses itself; what those use, it may include too.
USES = {
    "base": [],
    "text": ["base"],
    "syntax": ["text"],
    "ods": ["syntax"],
    "upstream": ["ods"],
    "diagnostics": ["syntax"],
    "ir": ["diagnostics", "upstream"],
    "shape": ["ir"],
    "analysis": ["shape"],
    "tablegen": ["ods"],
    "protocol": ["text"],
    "features": ["analysis"],
    "transport": ["protocol"],
    "supervisor": ["transport"],
    "config": ["analysis", "protocol"],
    "picture": ["analysis"],
    "check": ["config", "features", "picture", "supervisor"],
    "lsp": ["config", "features", "picture", "transport"],
    "record": ["transport", "upstream"],
    "app": ["check", "lsp", "record", "supervisor"],
}
# What the process that outlives its workers is made of.
WITHOUT_MLIR = ["protocol", "transport", "supervisor", "record"]
LAYER = re.compile(r"^shapels_layer\((\w+)([^)]*)\)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
# Header prefix -> the layers that may see it.
ONLY_IN = {
    "nlohmann/": {"protocol", "transport", "config", "picture", "check", "lsp", "record"},
    "boost/asio": {"transport"},
    "mlir/AsmParser": {"ir", "analysis"},
    "mlir/TableGen": {"tablegen"},
    "llvm/TableGen": {"tablegen"},
    "mlir/": {"ir", "shape", "analysis", "tablegen"},
}


def reach(layer):
    """The layer and all that it may include."""
    return {layer}.union(*(reach(used) for used in USES[layer]))


def declared(root):
    """What CMake has each layer use, by the files of core/ and server/."""
    found = {}
    for top in ("core", "server"):
        text = (root / top / "CMakeLists.txt").read_text()
        for name, body in LAYER.findall(text):
            uses = re.search(r"\bUSES ([a-z ]+)", body)
            found[name] = set(uses[1].split()) if uses else set()
    return found


def undeclared(root):
    for name, uses in declared(root).items():
        for used in uses - reach(name):
            yield f"CMake has {name} use {used}"
    for name in WITHOUT_MLIR:
        if "ir" in reach(name):
            yield f"{name} leads to MLIR"


def problems(path, layer):
    for include in INCLUDE.findall(path.read_text()):
        if include.startswith("../"):
            yield f"{path}: relative include of {include}"
        match = re.match(r"(?:core|server)/(\w+)/", include)
        if match and match[1] not in reach(layer):
            yield f"{path}: {layer} may not include {include}"
        for prefix, allowed in ONLY_IN.items():
            if include.startswith(prefix) and layer not in allowed:
                yield f"{path}: {layer} may not include {include}"


TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?: [:{]| final|$)")
NAMESPACE = re.compile(r"^namespace ([\w:]*) ?\{")


def types(path):
    """The types that a file defines at namespace scope, with their namespace."""
    namespace = ""
    for line in path.read_text().splitlines():
        if match := NAMESPACE.match(line):
            namespace = match[1]
        elif (match := TYPE.match(line)) and namespace:
            yield f"{namespace}::{match[1]}"


def sources(root, layer="*"):
    """The layer's files, or those of all, each with its layer."""
    for top in ("core", "server"):
        for folder in sorted((root / top).glob(layer)):
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".h", ".cpp"):
                    yield path, folder.name


def main():
    root, only = pathlib.Path(sys.argv[1]), sys.argv[2:]
    found, defined = [] if only else list(undeclared(root)), {}
    for path, layer in sources(root, *only):
        found += problems(path, layer)
        for name in [] if only else types(path):
            if defined.setdefault(name, path) != path:
                found.append(f"{path}: {name} is also in {defined[name]}")
    print("\n".join(found), end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
