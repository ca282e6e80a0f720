#!/usr/bin/env python3
"""Runs what the pages for users show, as it stands.

Each code's page in docs/codes: the wrong example has its finding, the right one none, and
what is said to silence it does. In README.md and docs: each `shapels ...` in a block is
run in a small project, what is shown behind `$` is what is printed, and settings have no
mistake. What only other tests can run is named below with what they have of it.

usage: examples.py SHAPELS REPOSITORY
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SHAPELS, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
sys.path.insert(0, str(ROOT / "tests"))
import codes  # noqa: E402

PAGES = ["README.md", *(f"docs/{name}.md" for name in ("checking", "dialects", "findings", "picture", "settings", "shapes"))]
# No short text has them: tests/unit/ir/QuarantineTest.cpp, tests/unit/analysis/CommentsTest.cpp,
# tests/unit/analysis/LongTextsTest.cpp.
WITHOUT_EXAMPLE = {"outline-only", "parser-timeout", "too-many-diagnostics"}
# The beginnings of lines that are run elsewhere, or need another machine.
ELSEWHERE = {
    "sudo apt install ./shapels_": "packaging/try-debian12",
    "pip install ./shapels-": "tests/lit/package/wheel.test",
    "code --install-extension shapels-": "packaging/package.py",
    "tar -xf shapels-": "packaging/package.py",
    "mlir-opt --mlir-print-ir-after-all": "tests/lit/check/compare.test",
    "./dev check": "dev",
    "./dev test": "dev",
}

FENCE = re.compile(r"^( *)```(\w*)([^\n]*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?: {4,}\S.*\n(?:\n(?= {4}))?)+")

F = """func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<3xf32>
  %1 = tensor.cast %0 : tensor<3xf32> to tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<4xf32>
  return
}
"""
# What the examples of the pages speak of.
PROJECT = {
    "f.mlir": F,
    "src/a.mlir": F,
    "before.mlir": F,
    "after.mlir": F,
    "model.mlir": "func.func @f(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>) {\n  return\n}\n",
    "../shapels-common.json": "{}",
    "a.json": "{}",
    "b.json": "{}",
    "my.irdl": "irdl.dialect @my {\n  irdl.operation @one {}\n}\n",
    "Ops.td": 'include "mlir/IR/OpBase.td"\ndef My : Dialect { let name = "my"; }\ndef Add : Op<My, "add">;\n',
}


def blocks(text):
    """Language and text of each block of code."""
    for fence in FENCE.finditer(text):
        yield fence[2], re.sub(rf"^{fence[1]}", "", fence[4], flags=re.M)
    for block in INDENTED.findall(FENCE.sub("", text)):
        yield "", re.sub(r"^ {4,7}", "", block, flags=re.M)


def write(folder, text):
    """Files of LLVM's split-file, or one."""
    parts = re.split(r"^//--- (.*)\n", text, flags=re.M)
    names = dict(zip(parts[1::2], parts[2::2])) if len(parts) > 1 else {"a.mlir": text}
    for name, content in names.items():
        (folder / name).write_text(content)
    (folder / ".git").mkdir(exist_ok=True)


def found(text, *options):
    """The codes of what is found in an example, with the severities."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, text)
        run = subprocess.run(
            [SHAPELS, "--check", "--format=json", *options, "."], cwd=folder, capture_output=True, text=True
        )
        assert run.returncode in (0, 1), run.stderr
        report = json.loads(run.stdout)
    return {
        finding["code"]: finding["severity"] for file in report["files"] for finding in file["diagnostics"]
    }


class CodePages(unittest.TestCase):
    def examples(self, code):
        """Of its page: options, the wrong text and the right one."""
        text = (ROOT / f"docs/codes/{code}.md").read_text()
        shown = {}
        for heading in ("Wrong", "Right"):
            (fence,) = FENCE.finditer(text.split(f"## {heading}\n")[1].split("\n## ")[0])
            shown[heading] = fence[4]
            options = fence[3].split()
        return options, shown["Wrong"], shown["Right"]

    def test_each_code_has_one(self):
        pages = {path.stem for path in (ROOT / "docs/codes").glob("*.md")}
        self.assertEqual(pages, {code for code, _, _ in codes.codes(ROOT)})

    def test_the_wrong_example_is_wrong_and_the_right_one_right(self):
        for code, severity, _ in codes.codes(ROOT):
            if code in WITHOUT_EXAMPLE:
                continue
            with self.subTest(code):
                options, wrong, right = self.examples(code)
                said = found(wrong, *options)
                self.assertIn(code, said)
                if severity != "off":
                    self.assertEqual(said[code], severity)
                self.assertEqual(set(found(right, *options)) - {"unknown-dialect"}, set())
                self.assertNotIn(code, found(right, "--show-hints", *options))

    def test_what_silences_a_finding_does(self):
        for code, _, _ in codes.codes(ROOT):
            if code in WITHOUT_EXAMPLE:
                continue
            with self.subTest(code):
                options, wrong, _ = self.examples(code)
                self.assertNotIn(code, found(wrong, *options, f"--ignore={code}"))
                text = (ROOT / f"docs/codes/{code}.md").read_text()
                for comment in re.findall(r"`(// shapels: ignore.*?\])`", text.split("## To silence it")[1]):
                    self.assertNotIn(code, found(self.commented(wrong, comment), *options), comment)
                if "//--- .shapels.json" not in wrong and not any(option.startswith("--warn") for option in options):
                    settings = re.search(r"in `.shapels.json`: `(.*?)`;", text)[1]
                    split = wrong if wrong.startswith("//---") else "//--- a.mlir\n" + wrong
                    self.assertNotIn(code, found(f"//--- .shapels.json\n{settings}\n{split}", *options))

    def commented(self, text, comment):
        """With the comment in front of each function, or op at the top."""
        if "ignore-file" in comment:
            return re.sub(r"(//--- a.mlir\n)|\A(?!//---)", lambda match: (match[0] or "") + comment + "\n", text, count=1)
        return re.sub(r'^(?=func\.func|"|//.*\nfunc)', comment + "\n", text, flags=re.M)


class Pages(unittest.TestCase):
    def setUp(self):
        self.above = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.above)
        self.folder = self.above / "project"
        self.folder.mkdir()
        shutil.copy(ROOT / "tests/data/lenet5.mlir", self.folder)
        for name, text in PROJECT.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        for command in ("git init -q", "git add -A", "git -c user.name=a -c user.email=a@b commit -q -m a", "git branch -M main"):
            subprocess.run(command.split(), cwd=self.folder, check=True)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/shapels").symlink_to(SHAPELS)

    def make_reports(self):
        """Of the parts that are checked on other machines."""
        for part in (2, 3, 4):
            self.run_line(f"shapels --check --shard={part}/4 --format=sarif={part}.sarif .")

    def run_line(self, line):
        """As a shell runs it, with shapels on the PATH."""
        environment = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "NO_COLOR": "1", "XDG_CACHE_HOME": str(self.folder / ".cache")}
        return subprocess.run(["sh", "-c", line], cwd=self.folder, env=environment, capture_output=True, text=True)

    def lines(self):
        """Page and line of each that is in a block of commands."""
        for page in PAGES:
            for language, block in blocks((ROOT / page).read_text()):
                if language in ("", "sh") and re.match(r"shapels |\./dev|sudo|pip ", block):
                    for line in block.splitlines():
                        if line.strip():
                            yield page, line

    def test_commands_run(self):
        ran = 0
        self.make_reports()
        for page, line in self.lines():
            elsewhere = [where for begin, where in ELSEWHERE.items() if line.startswith(begin)]
            if elsewhere:
                self.assertTrue((ROOT / elsewhere[0]).exists(), line)
                continue
            if "--load-dialect-plugin" in line:
                continue  # tests/lit/config/plugin.test
            with self.subTest(page=page, line=line):
                run = self.run_line(line)
                self.assertIn(run.returncode, (0, 1), run.stderr)
                self.assertTrue(line.startswith("shapels "), line)
                ran += 1
        self.assertGreater(ran, 15)

    def test_what_a_command_prints_is_what_is_shown(self):
        shown = 0
        for page in PAGES:
            for _, block in blocks((ROOT / page).read_text()):
                if match := re.match(r"\$ (.*)\n", block):
                    run = self.run_line(match[1])
                    # Not all of it, but all in that order.
                    printed = iter(run.stdout.splitlines())
                    for line in block[match.end() :].splitlines():
                        self.assertIn(line, printed, page)
                    shown += 1
        self.assertGreater(shown, 0)

    def test_findings_that_are_shown_are_found(self):
        run = self.run_line("shapels --check f.mlir")
        (block,) = [block for _, block in blocks((ROOT / "docs/findings.md").read_text()) if block.startswith("f.mlir:")]
        for line in block.splitlines():
            self.assertIn(line, run.stdout)

    def test_settings_have_no_mistake(self):
        checked = 0
        for page in PAGES:
            text = (ROOT / page).read_text()
            settings = [block for _, block in blocks(text) if block.lstrip().startswith("{")]
            # But for the row that says which values there are.
            rows = re.findall(r"^\| `(\w+)` \| `([\[{\"t][^|]*?)`", text, re.M)
            settings += [f'{{"{key}": {value}}}' for key, value in rows]
            for block in settings:
                with self.subTest(page=page, block=block):
                    (self.folder / ".shapels.json").write_text(block)
                    self.assertNotIn("invalid-config", self.run_line("shapels --check .").stdout)
                    checked += 1
            (self.folder / ".shapels.json").unlink(missing_ok=True)
        self.assertGreater(checked, 1)

    def test_ci_systems_find_what_is_named(self):
        text = (ROOT / "docs/checking.md").read_text()
        version = re.search(r"project\(shapels VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(set(re.findall(r"(?:rev: |@|/)v(\d+\.\d+\.\d+)", text)), {version})
        hook = re.search(r"hooks: \[\{ id: (\S+) \}\]", text)[1]
        self.assertIn(f"- id: {hook}\n", (ROOT / ".pre-commit-hooks.yaml").read_text())
        action = (ROOT / "action.yml").read_text()
        for name in re.findall(r"([\w-]+):", re.search(r"with: \{(.*?)\}", text)[1]):
            self.assertRegex(action, rf"(?m)^  {name}:")
        for path in re.findall(r"v[\d.]+/(\S+\.yml)", text):
            self.assertTrue((ROOT / path).exists(), path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
