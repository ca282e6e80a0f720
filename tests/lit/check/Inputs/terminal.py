"""What a terminal gets of --check: a line that is written over, and no trace of it.

usage: terminal.py SHAPELS FOLDER
"""

import os
import pty
import re
import sys

shapels, folder = sys.argv[1:]


def shown(**variables):
    """All that is written to the terminal."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(variables)
        os.execv(shapels, [shapels, "--check", folder])
    text = b""
    try:
        while part := os.read(terminal, 65536):
            text += part
    except OSError:
        pass  # The other end is closed.
    os.waitpid(process, 0)
    return text.decode()


text = shown(TERM="xterm")
line = re.compile(r"\r\x1b\[Kchecked \d+ of \d+ files")
assert line.search(text), text
# Each is taken away before something else is written.
for after in line.split(text)[1:]:
    assert after.startswith("\r\x1b[K"), after[:80]
assert "checked" not in shown(TERM="dumb").replace("checked)", "")
