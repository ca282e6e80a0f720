#!/usr/bin/env python3
"""Makes one file of a page: its style sheets and scripts are put into it.

usage: inline.py PAGE OUT
"""

import pathlib
import re
import sys


def main():
    page, out = (pathlib.Path(argument) for argument in sys.argv[1:])

    def text(name):
        return (page.parent / name).read_text()

    whole = re.sub(r'<link rel="stylesheet" href="([^"]+)">', lambda m: f"<style>\n{text(m[1])}</style>", page.read_text())
    whole = re.sub(r'<script src="([^"]+)"></script>', lambda m: f"<script>\n{text(m[1])}</script>", whole)
    out.write_text(whole)


if __name__ == "__main__":
    main()
