"""Where MLIR asks for more memory than a worker may have, the op is given up:
the system's memory stays what it was, and all else of the text is checked.

usage: bound.py SHAPELS
"""

import json
import os
import subprocess
import sys
import threading
import time

from lsp import LIMIT, Client, children
from memory import megabytes

# Each number takes two megabytes.
GREEDY = f"""func.func @f(%a: tensor<2xi32>, %b: tensor<3xi32>) {{
  %0 = arith.constant dense<[{", ".join("01" * 2500)}]> : tensor<5000xi16777215>
  %1 = tosa.add %a, %b : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}}
"""
URI = "file:///greedy.mlir"
# One in a hundred of the machine's memory, and what is not used (docs/security.md).
PERCENT = 1
BOUND = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 100 * PERCENT / (1 << 20) + 2048


class Peak:
    """The most that a process below `root` has in memory, as long as it lasts."""

    def __init__(self, root):
        self.megabytes, self.root, self.is_over = 0, root, threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()

    def watch(self):
        while not self.is_over.wait(0.02):
            pids = [self.root]
            for pid in pids:
                try:
                    pids += children(pid)
                    self.megabytes = max(self.megabytes, megabytes(pid))
                except (OSError, AssertionError):
                    pass  # It is gone.


def check(peak, codes):
    assert sorted(codes) == ["broadcast-incompatible", "parser-crash"], codes
    assert 500 < peak.megabytes < BOUND, f"{peak.megabytes} MB, {BOUND} allowed"


def batch(shapels):
    process = subprocess.Popen([shapels, "--check", f"--memory={PERCENT}", "--format=json", "-"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    with Peak(process.pid) as peak:
        out, _ = process.communicate(GREEDY, timeout=4 * LIMIT)
    check(peak, [finding["code"] for file in json.loads(out)["files"] for finding in file["diagnostics"]])


def editor(shapels):
    client = Client(shapels, f"--memory={PERCENT}")
    with Peak(client.process.pid) as peak:
        client.open(URI, GREEDY)
        client.until(lambda: len(client.published.get(URI, [])) > 1, 4 * LIMIT)
    check(peak, [finding["code"] for finding in client.published[URI]])
    client.leave()


if __name__ == "__main__":
    for test in (batch, editor):
        begun = time.monotonic()
        test(sys.argv[1])
        print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
    print("ok")
