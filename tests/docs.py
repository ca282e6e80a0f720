#!/usr/bin/env python3
"""Holds the developers' pages against the repository.

Each code name in backticks in docs/ and CONTRIBUTING.md exists: a path as a file,
an identifier as a word of the code, `Class::member` in a file that defines the
class, an option or an environment variable as a word. Comments do not count.
What is no code name (a command, a type of MLIR, a plain word) is passed over, as
are blocks of code and what is beside the repository (`../shared`). Relative links in every page lead to a file, and to a heading
or an anchor in it.

usage: docs.py REPOSITORY
"""

import pathlib
import re
import sys

TOPS = ["core", "server", "tests", "editors", "cmake", "docs", "packaging", ".ci"]
LEFT_OUT = {"node_modules", "out", "dist", "build", "__pycache__"}
CODE = {".cpp", ".h", ".def", ".td", ".c", ".py", ".txt", ".cmake", ".in", ".json", ".lua", ".ts", ".mjs", ".sh", ".test", ".cfg"}
WITH_SLASHES = {".cpp", ".h", ".def", ".td", ".c", ".ts", ".mjs"}
# A path in backticks may start here.
ROOTS = ["", "core", "server", "tests", "docs"]

FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+?) *#*$", re.MULTILINE)
ANCHOR = re.compile(r'<a id="([^"]+)"')
COMMENT = re.compile(r"(?<!:)//(?!-).*")

PATH = re.compile(r"[\w.*<>/-]*/[\w.*<>/-]*|[\w*-]+\.(?:cpp|h|def|td|py|txt|md|cmake|json|mlir|test)")
IDENTIFIER = re.compile(r"~?[A-Za-z_]\w*(?:(?:::|\.)~?[A-Za-z_]\w*)*(?:\(\))?")
OPTION = re.compile(r"--([a-z][a-z-]+)(?:=.*)?")
VARIABLE = re.compile(r"(SHAPELS\w*)(?:=.*)?")
DEFINITION = r"\b(?:class|struct|enum|enum class|namespace|union) (?:\w+::)*%s\b(?!;)"


def files(root):
    """Every file of the repository that is not generated."""
    yield from (path for path in root.iterdir() if path.is_file())
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and not LEFT_OUT.intersection(path.relative_to(root).parts):
                yield path


class Repository:
    def __init__(self, root):
        self.root = root
        self.paths = [path.relative_to(root).as_posix() for path in files(root)]
        self.names = {path.rsplit("/", 1)[-1] for path in self.paths}
        self.code = {}
        for path in map(pathlib.PurePosixPath, self.paths):
            # This file has the names of nothing else.
            if (path.suffix in CODE or path.name in ("dev", "run")) and path.name not in ("docs.py", "package-lock.json"):
                text = (root / path).read_text(errors="replace")
                self.code[path] = COMMENT.sub("", text) if path.suffix in WITH_SLASHES else text
        self.words = set(re.findall(r"\w+", "\n".join(self.code.values())))
        self.hyphenated = set(re.findall(r"[a-z][a-z0-9-]+", "\n".join(self.code.values())))

    def has_path(self, path, page):
        path = re.sub(r"<\w+>", "*", path)
        if "/" not in path and "*" not in path:
            return path in self.names
        folders = [page.parent] + [self.root / start for start in ROOTS]
        return any(next(folder.glob(path.rstrip("/")), None) for folder in folders)

    def is_quoted(self, text):
        """A method of LSP, say, or a header of someone else's."""
        return any(f'"{text}"' in code or f"<{text}>" in code for code in self.code.values())

    def has_member(self, owner, member):
        """Nothing where the owner is not ours."""
        defining = re.compile(DEFINITION % re.escape(owner))
        owners = [code for code in self.code.values() if defining.search(code)]
        word = re.compile(rf"\b{re.escape(member)}\b")
        return any(word.search(code) for code in owners) if owners else None

    def has_identifier(self, name):
        parts = re.split(r"::|\.", name.removesuffix("()").replace("~", ""))
        if any(part not in self.words for part in parts):
            return False
        if any(name.removesuffix("()") in code for code in self.code.values()):
            return True
        return all(self.has_member(*pair) is not False for pair in zip(parts, parts[1:]))


def is_code_name(text):
    """Whether it has the looks of one: a plain word has not."""
    return bool(IDENTIFIER.fullmatch(text)) and (bool(re.search(r"[A-Z_(]|::", text)))


def wrong_names(text, page, repository):
    for span in SPAN.findall(FENCE.sub("", text)):
        for token in span.split():
            is_command = " " in span
            if variable := VARIABLE.fullmatch(token):
                is_there = variable[1] in repository.words
            elif option := OPTION.fullmatch(token):
                is_there = is_command or option[1] in repository.hyphenated
            elif is_command and not token.startswith(("core/", "server/", "tests/", "docs/", "editors/")):
                continue
            elif token.startswith(("../", "~/")):
                continue
            elif PATH.fullmatch(token):
                is_there = repository.has_path(token, page) or repository.is_quoted(token)
            elif is_code_name(token):
                is_there = repository.has_identifier(token)
            else:
                continue
            if not is_there:
                yield token


def slug(heading):
    """The anchor that GitHub makes of a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w -]", "", text).strip().lower().replace(" ", "-")


def anchors(page):
    text = FENCE.sub("", page.read_text())
    return {slug(heading) for heading in HEADING.findall(text)} | set(ANCHOR.findall(text))


def wrong_links(text, page):
    for link in LINK.findall(SPAN.sub("", FENCE.sub("", text))):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists():
            yield link
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield link


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    repository, found, checked = Repository(root), [], 0
    for path in map(pathlib.PurePosixPath, repository.paths):
        if path.suffix != ".md":
            continue
        page = root / path
        text = page.read_text()
        found += [f"{path}: the link {link} leads nowhere" for link in wrong_links(text, page)]
        if path.parts[0] in ("docs", "CONTRIBUTING.md"):
            checked += 1
            found += [f"{path}: there is no `{name}`" for name in dict.fromkeys(wrong_names(text, page, repository))]
    if not checked:
        found.append("there are no pages to check")
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
