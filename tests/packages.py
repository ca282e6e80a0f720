#!/usr/bin/env python3
"""What packages promise, of a release build.

The programs need Debian 12's C library and nothing else; THIRD-PARTY names what
is in them; the version is the same everywhere; completions offer each option.

usage: packages.py REPOSITORY BUILD
"""

import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT, BUILD = (pathlib.Path(argument) for argument in sys.argv[1:3])
sys.path.insert(0, str(ROOT / "packaging"))
import elf  # noqa: E402

PROGRAMS = ["shapels", "shapels-read-ods"]
OLDEST = (2, 36)  # of Debian 12
BESIDE = r"(libc|libm|ld-linux-[\w-]+)\.so\.\d"


def third_party(key):
    """What THIRD-PARTY lists under that word."""
    lines = re.findall(rf"^{key}: (.*)$", (ROOT / "THIRD-PARTY").read_text(), re.M)
    return {name for line in lines for name in line.split()}


def linked_archives():
    """Of the programs, but for our own layers."""
    text = (BUILD / "build.ninja").read_text()
    found = set()
    for program in PROGRAMS:
        rule = text.split(f"build bin/{program}:", 1)[1].split("\n\n", 1)[0]
        found.update(pathlib.Path(name).name for name in re.findall(r"LINK_LIBRARIES = (.*)", rule)[0].split() if name.endswith(".a"))
        if "-static-libstdc++" in rule:
            found.update(("libstdc++.a", "libgcc.a", "libgcc_eh.a"))
    return {name for name in found if not name.startswith("libshapels_")}


def included_packages():
    """The first folder of headers that are neither the language's nor LLVM's nor the system's."""
    found = set()
    for top in ("core", "server"):
        for path in (ROOT / top).rglob("*"):
            if path.suffix in (".h", ".cpp"):
                found.update(re.findall(r"#include <([a-z_]+)/", path.read_text()))
    return found - {"sys", "linux", "netinet", "arpa"}


def npm_packages():
    """What the extension's bundle has: what its sources import, and what that depends on."""
    packages = json.loads((ROOT / "editors/vscode/package-lock.json").read_text())["packages"]
    sources = "\n".join(path.read_text() for path in (ROOT / "editors/vscode/src").glob("*.ts"))
    waiting = {name for name in re.findall(r"from '([\w@-]+)[/']", sources) if f"node_modules/{name}" in packages}
    found = set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= set(packages[f"node_modules/{name}"].get("dependencies", {})) - found
    return found


class Programs(unittest.TestCase):
    def test_need_the_c_library_and_nothing_else(self):
        for program in PROGRAMS:
            for library in elf.libraries(BUILD / "bin" / program):
                self.assertRegex(library, BESIDE, program)

    def test_run_with_the_c_library_of_debian_12(self):
        for program in PROGRAMS:
            wanted = elf.versions(BUILD / "bin" / program)
            self.assertTrue(wanted, program)
            self.assertLessEqual(max(wanted), OLDEST, program)


class ThirdParty(unittest.TestCase):
    def test_names_each_archive_that_is_linked(self):
        archives, named = linked_archives(), third_party("Archives")
        self.assertTrue(archives)
        for archive in archives:
            self.assertTrue(any(fnmatch.fnmatch(archive, name) for name in named), f"THIRD-PARTY is without {archive}")
        for name in named:
            self.assertTrue(fnmatch.filter(archives, name), f"{name} of THIRD-PARTY is not linked")

    def test_names_whose_headers_are_included(self):
        self.assertEqual(included_packages() - {"mlir", "llvm"}, third_party("Headers"))

    def test_names_scripts_of_others(self):
        scripts = {path.name for path in (ROOT / "editors/vscode/picture").glob("*.min.js")}
        self.assertEqual(scripts, third_party("Scripts"))

    def test_names_what_is_in_the_extension(self):
        self.assertEqual(npm_packages(), third_party("npm"))


class Version(unittest.TestCase):
    def test_is_that_of_the_build_everywhere(self):
        version = re.search(r"project\(shapels VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
        manifest = json.loads((ROOT / "editors/vscode/package.json").read_text())
        lock = json.loads((ROOT / "editors/vscode/package-lock.json").read_text())
        shown = subprocess.run([BUILD / "bin/shapels", "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual([manifest["version"], lock["version"], shown.split()[1]], [version] * 3)


class Completions(unittest.TestCase):
    def completed(self, *words):
        """What bash offers for the last word."""
        script = (
            f"source {BUILD}/usage/shapels.bash; COMP_WORDS=({' '.join(words)} ''); COMP_CWORD={len(words)};"
            if words[-1] == "="
            else f"source {BUILD}/usage/shapels.bash; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1};"
        )
        script = f"compopt() {{ :; }}; {script} _shapels; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()

    def test_offer_each_option_that_help_shows(self):
        help = subprocess.run([BUILD / "bin/shapels", "--help"], capture_output=True, text=True, check=True).stdout
        shown = set(re.findall(r"^  (--[a-z-]+)", help, re.M))
        self.assertGreater(len(shown), 20)
        self.assertEqual({name.rstrip("=") for name in self.completed("shapels", "--")}, shown)
        for file in ("_shapels", "shapels.fish", "shapels.1"):
            text = (BUILD / "usage" / file).read_text().replace("\\-", "-")
            for option in shown:
                self.assertRegex(text, rf"{option}\b|-l {option[2:]}\b", file)

    def test_offer_values(self):
        self.assertEqual(self.completed("shapels", "--color", "al"), ["always"])
        self.assertIn("mlir-parse", self.completed("shapels", "--ignore", "="))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
