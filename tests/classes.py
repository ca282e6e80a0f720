#!/usr/bin/env python3
"""Holds the classes of core/ and server/ against two limits: no class has more
than 40 member functions, nor their bodies in more than three files.

Counted are the functions that a class body declares, inherited ones and those
of nested classes not included: every overload and constructor, inline ones
too, but not those that are `= default` or `= delete`. A file counts where it
has a body behind `Class::`; inline bodies do not add a file. A class is told
by its name: those that a .cpp defines for itself, by the file as well.

usage: classes.py REPOSITORY [--all]     --all lists the figures of every class
"""

import pathlib
import re
import sys
from collections import defaultdict

MOST_FUNCTIONS, MOST_FILES = 40, 3

COMMENT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
TOKEN = re.compile(r"\w+|::|[^\s\w]")
SKIPPED = {"public", "protected", "private"}
NO_FUNCTION = {"using", "typedef", "friend", "static_assert", "enum"}


def tokens(text):
    """Of code without comments, strings and directives."""
    text = COMMENT.sub(lambda m: '""' if m[0][0] in "\"'R" else " ", text)
    return TOKEN.findall(DIRECTIVE.sub("", text))


def behind(code, at):
    """Behind the bracket that closes the one at `at`."""
    closing = {"(": ")", "{": "}", "[": "]"}
    wanted = [closing[code[at]]]
    while wanted:
        at += 1
        if at >= len(code):
            return at
        if code[at] in closing:
            wanted.append(closing[code[at]])
        elif code[at] == wanted[-1]:
            wanted.pop()
    return at + 1


def statements(code, at, end):
    """Each as its tokens without what is in brackets, and the place of its
    body's brace, or None."""
    head, body = [], None
    while at < end:
        token = code[at]
        if token == ";":
            yield head, body
            head, body = [], None
            at += 1
        elif token == "{":
            body, next_at = at, behind(code, at)
            follows = code[next_at] if next_at < len(code) else ""
            # Of a constructor: members are initialised before its body.
            if not (":" in head and follows in (",", "{") and ")" in head):
                yield head, body
                head, body = [], None
                at = next_at + (follows == ";")
                continue
            at = next_at
        elif token in "([":
            head += [token, ")" if token == "(" else "]"]
            at = behind(code, at)
        elif token == ":" and head and head[-1] in SKIPPED:
            head = []
            at += 1
        else:
            head.append(token)
            at += 1


def type_named(head):
    """The name of the class whose body follows the tokens, or None."""
    for at, token in enumerate(head):
        if token in ("class", "struct") and "(" not in head[:at]:
            if at and head[at - 1] in ("enum", "<", ","):
                continue
            rest = head[at + 1:]
            end = next((i for i, t in enumerate(rest) if t in (":", "final")), len(rest))
            names = [t for t in rest[:end] if re.match(r"[A-Za-z_]", t)]
            if names and "(" not in rest[:end]:
                return "::".join(names)
    return None


def function_named(head, body):
    """What the statement declares or defines, with what stands before `::`."""
    if not head or head[0] in NO_FUNCTION or "(" not in head:
        return None
    if head[-2:] in (["=", "default"], ["=", "delete"]):
        return None
    at = head.index("(")
    if at and head[at - 1] == "operator":
        at += 2
    name = head[at - 1] if at else ""
    if "=" in head[:at] and "operator" not in head[:at]:
        return None
    if not re.match(r"\w", name) and "operator" not in head[:at]:
        return None
    start = at - 1
    while start > 1 and head[start - 1] == "~":
        start -= 1
    qualifier = []
    while start > 1 and head[start - 1] == "::":
        qualifier.insert(0, head[start - 2])
        start -= 2
    if "operator" in head[:at] and not qualifier:
        where = head.index("operator")
        while where > 1 and head[where - 1] == "::":
            qualifier.insert(0, head[where - 2])
            where -= 2
    # A member or a variable of a function's type: `void (*f)(int)`.
    if name in ("alignas", "decltype", "__attribute__"):
        return None
    return qualifier, name


class Census:
    def __init__(self):
        self.functions = defaultdict(list)
        self.files = defaultdict(set)
        self.bodies = []

    def read(self, path, root):
        code = tokens(path.read_text())
        self.scope(code, 0, len(code), [], path.relative_to(root))

    def scope(self, code, at, end, around, path):
        """`around`: the classes that the code is in."""
        for head, body in statements(code, at, end):
            if body is not None and (head[:1] == ["namespace"] or head[:1] == ["extern"]):
                self.scope(code, body + 1, behind(code, body) - 1, around, path)
            elif body is not None and (name := type_named(head)):
                inside = around + [name]
                self.functions[self.key(inside, path)] += []
                self.scope(code, body + 1, behind(code, body) - 1, inside, path)
            elif found := function_named(head, body):
                qualifier, name = found
                if around and not qualifier:
                    self.functions[self.key(around, path)].append(name)
                elif qualifier and body is not None:
                    self.bodies.append((around + qualifier, path))

    @staticmethod
    def key(names, path):
        own = f"{path}: " if path.suffix == ".cpp" else ""
        return own + "::".join(names)

    def count(self):
        """Class -> functions and files."""
        files = defaultdict(set)
        for names, path in self.bodies:
            own = f"{path}: {'::'.join(names)}"
            shared = [n for n in ("::".join(names[i:]) for i in range(len(names))) if n in self.functions]
            if own in self.functions:
                files[own].add(path)
            elif shared:
                files[shared[0]].add(path)
        return {name: (len(all), len(files[name])) for name, all in self.functions.items()}


def main():
    root = pathlib.Path(sys.argv[1])
    census = Census()
    for top in ("core", "server"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                census.read(path, root)
    figures = census.count()
    if "--all" in sys.argv:
        for name, (functions, files) in sorted(figures.items(), key=lambda e: e[1]):
            print(f"{functions:4} {files:2} {name}")
        return 0
    found = []
    for name, (functions, files) in sorted(figures.items()):
        if functions > MOST_FUNCTIONS or files > MOST_FILES:
            found.append(f"{name} has {functions} functions, in {files} files")
    print("\n".join(found), end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
