#!/usr/bin/env python3
"""Prints a recipe of editors/README.md: the first code block of a language.

usage: recipe.py LANGUAGE
"""

import pathlib
import re
import sys

README = pathlib.Path(__file__).resolve().parents[2] / "editors/README.md"
found = re.search(rf"^```{re.escape(sys.argv[1])}\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)
if not found:
    sys.exit(f"{README} has no code block of {sys.argv[1]}")
print(found[1], end="")
