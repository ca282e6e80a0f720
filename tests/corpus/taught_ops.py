#!/usr/bin/env python3
"""Common ops that are taught in the shape dialect, against our own rules for them.

usage: taught_ops.py SHAPELS LIBRARY PATH... [--show N]

What is inferred of each value in the files, or in the files of folders, by our rules has to be what
is inferred where LIBRARY teaches its ops: once under their names, where it outranks our rules, and
once renamed to a dialect that nobody knows, in text and library, where nothing but it tells of them.
Ends with the ops that were taught, and `N passed, N failed`, counting values.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def inferred(shapels, files, library=None):
    """By file, what --print-inferred says of each value: by section, line and name."""
    taught = ["--shape-functions", str(library)] if library else []
    done = subprocess.run([shapels, "--print-inferred", "--format=json", "--no-config", *taught, *map(str, files)],
                          capture_output=True, check=False)
    if not done.stdout:
        sys.exit(done.stderr.decode())
    found = {}
    for file in json.loads(done.stdout)["files"]:
        values = collections.defaultdict(list)
        for value in file["values"]:
            key = (value["section"], value["range"]["start"]["line"], value["name"])
            values[key].append((value["op"], value["fromArguments"], value["symbolic"]))
        found[pathlib.Path(file["file"]).name] = values
    return found


def wrong_lines(text):
    """The lines of sections whose authors say that they are wrong: of what is wrong nothing is inferred."""
    wrong, line = set(), 0
    for section in re.split(r"(?<=\n)(?=// -----)", text):
        lines = section.count("\n")
        if "expected-error" in section:
            wrong.update(range(line, line + lines + 1))
        line += lines
    return wrong


def renamer(ops):
    """Moves the ops to a dialect for each of theirs that is not known: none has a rule for it."""
    names = re.compile(r"(?<![\w.#!@])(" + "|".join(map(re.escape, sorted(ops, key=len, reverse=True))) + r")(?![\w.])")
    return lambda text: names.sub(lambda name: "taught_" + name[1], text)


class Comparison:
    def __init__(self, ops):
        self.ops, self.passed, self.taught, self.failed = ops, 0, collections.Counter(), []

    def add(self, file, mode, ours, other, wrong):
        for key, values in ours.items():
            if key[1] in wrong:
                continue
            for own, taught in zip(values, other.get(key, []) or [None] * len(values)):
                if taught and own[1:] == taught[1:]:
                    self.passed += 1
                    self.taught[own[0]] += own[0] in self.ops
                else:
                    self.failed.append((file, mode, key, own, taught))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shapels")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=10)
    arguments = parser.parse_args()
    files = [file for path in arguments.paths for file in (sorted(path.rglob("*.mlir")) if path.is_dir() else [path])]
    library = arguments.library.read_text()
    mapping = library[library.index("} mapping {"):]
    ops = set(re.findall(r"([\w.]+) = @", mapping))
    renamed = renamer(ops)
    comparison = Comparison(ops)
    with tempfile.TemporaryDirectory() as folder:
        plain, moved = pathlib.Path(folder, "plain"), pathlib.Path(folder, "moved")
        plain.mkdir(), moved.mkdir()
        wrong = {}
        for number, file in enumerate(files):
            text = file.read_bytes().decode(errors="surrogateescape")
            if "shape.function_library" in text or not any(op in text for op in ops):
                continue
            name = f"{number}-{file.name}"
            wrong[name] = wrong_lines(text)
            plain.joinpath(name).write_bytes(text.encode(errors="surrogateescape"))
            moved.joinpath(name).write_bytes(renamed(text).encode(errors="surrogateescape"))
        elsewhere = pathlib.Path(folder, "library.mlir")
        elsewhere.write_text(library[:library.index("} mapping {")] + renamed(mapping))
        read, others = sorted(plain.iterdir()), sorted(moved.iterdir())
        ours = inferred(arguments.shapels, read)
        outranked = inferred(arguments.shapels, read, arguments.library)
        unknown = inferred(arguments.shapels, others, elsewhere)
        for name, values in ours.items():
            comparison.add(name, "outranked", values, outranked[name], wrong[name])
            comparison.add(name, "unknown dialect", values, unknown[name], wrong[name])
    for file, mode, (section, line, name), own, taught in comparison.failed[:arguments.show]:
        print(f"{file}:{line + 1}: {name}, {mode}: {own}, but taught {taught}")
    print("taught:", " ".join(f"{op}:{count}" for op, count in comparison.taught.most_common() if count))
    print(f"{comparison.passed} passed, {len(comparison.failed)} failed")
    return bool(comparison.failed) or not comparison.passed


if __name__ == "__main__":
    sys.exit(main())
