#!/usr/bin/env python3
"""Each project of the corpus adopts --check with one command; after that what is new
fails and what was there does not, wherever it has moved.

usage: adoption.py SHAPELS CORPUS

In a copy of each: one run writes a baseline. Then a run by it finds nothing; nor where
lines have moved, blanks and values' numbers are others, or files have other names; a new wrong
op is the one finding; and what was mended leaves the baseline, and nothing comes in.
"""

import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

WRONG = """
// -----
func.func @shapels_adoption(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  %0 = tosa.add %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


class Project:
    def __init__(self, shapels, source, folder):
        self.shapels, self.folder = shapels, folder
        shutil.copytree(source, folder)
        self.baseline = folder / ".shapels-baseline.json"

    def check(self, *options):
        """Exit code, and the findings as code, file and line."""
        run = subprocess.run(
            [self.shapels, "--check", "--format=json", "--error-on-warning", *options, "."],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        report = json.loads(run.stdout) if run.stdout else {"files": []}
        return run.returncode, [
            (finding["code"], file["file"], finding["range"]["start"]["line"])
            for file in report["files"]
            for finding in file["diagnostics"]
        ]

    def known(self):
        return sum(len(all) for all in json.loads(self.baseline.read_text())["findings"].values())

    def files(self):
        return sorted(self.folder.rglob("*.mlir"))


def move_lines(path, random):
    """Empty lines in front, blanks behind lines; what is between quotes stays."""
    lines = path.read_text(errors="surrogateescape").split("\n")
    begin = 1 if lines[0].startswith("// RUN") else 0
    lines[begin:begin] = [""] * random.randint(0, 5)
    path.write_text("\n".join(lines), errors="surrogateescape")


def tested(project, random):
    """The name of each step, and whether it holds."""
    _, before = project.check()
    code, left = project.check("--write-baseline=.shapels-baseline.json")
    yield f"one command adopts it, with {len(before)} findings", code == 0 and not left and project.known() == len(before)
    by = "--baseline=.shapels-baseline.json"
    yield "what is known does not fail", project.check(by) == (0, [])
    for path in project.files():
        move_lines(path, random)
    yield "nor where lines have moved", project.check(by) == (0, [])
    for path in random.sample(project.files(), min(5, len(project.files()))):
        path.rename(path.with_name("renamed_" + path.name))
    yield "nor in files with other names", project.check(by) == (0, [])
    victim = random.choice([path for path in project.files() if not expects_failure(path)])
    text = victim.read_bytes()
    victim.write_bytes(text + WRONG.encode())
    code, found = project.check(by)
    is_new = [code for code, file, _ in found] == ["broadcast-incompatible"] and found[0][1] == str(victim.relative_to(project.folder))
    yield f"a new wrong op in {victim.name} fails, and nothing else", code == 1 and is_new
    victim.write_bytes(text)
    if not before:
        return
    mended = next(path for path in project.files() if path.name in {pathlib.Path(file).name.removeprefix("renamed_") for _, file, _ in before}
                  or path.name.removeprefix("renamed_") in {pathlib.Path(file).name for _, file, _ in before})
    mended.write_text("func.func private @mended()\n")
    known = project.known()
    code, found = project.check(by, "--write-baseline=.shapels-baseline.json")
    yield "what is mended leaves the baseline", code == 0 and not found and 0 <= project.known() < known
    yield "which holds then", project.check(by) == (0, [])


def expects_failure(path):
    """Or is cut otherwise than at rules of dashes."""
    text = path.read_text(errors="replace")
    runs = re.findall(r"RUN:(.*)", text)
    return bool(runs) and (runs[0].split()[:1] == ["not"] or "split-input-file" not in text)


def main():
    shapels, corpus = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    passed = failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        for source in sorted(path for path in corpus.iterdir() if path.is_dir()):
            project = Project(shapels, source, pathlib.Path(temporary) / source.name)
            for name, holds in tested(project, random.Random(24)):
                passed, failed = passed + holds, failed + (not holds)
                if not holds or name.startswith("one command"):
                    print(f"{source.name}: {name}" + ("" if holds else ": FAILS"))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
