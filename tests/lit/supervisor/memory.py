"""What a document took is the system's again when it is closed."""

import pathlib
import sys
import time

from lsp import LIMIT, Client

FUNCTION = """func.func @f{0}(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xf32> {{
  %0 = tosa.add %a, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}}
"""
LONG = "file:///long.mlir"
SHORT = "file:///short.mlir"


def megabytes(pid):
    """What the process has for itself in memory."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no RssAnon")


def main():
    client = Client(sys.argv[1])
    client.open(SHORT, FUNCTION.format(0))
    assert client.findings(SHORT) == []
    before = megabytes(client.worker())
    client.open(LONG, "".join(FUNCTION.format(i) for i in range(20_000)))
    assert client.findings(LONG) == []
    opened = megabytes(client.worker())
    assert opened > before + 20, f"{before} MB, opened {opened} MB"
    client.notify("textDocument/didClose", {"textDocument": {"uri": LONG}})
    deadline = time.monotonic() + LIMIT
    while (closed := megabytes(client.worker())) > (before + opened) / 2:
        assert time.monotonic() < deadline, f"{before} MB, opened {opened} MB, closed {closed} MB"
        client.answer(client.hover(SHORT, 1, 3))
    client.leave()


if __name__ == "__main__":
    main()
