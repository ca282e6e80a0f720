"""Closing, shutting down and leaving do not wait for an analysis that hangs.

usage: in_time.py SHAPELS
"""

import os
import signal
import subprocess
import sys
import time

from lsp import LIMIT, Client
from processes import FINE, URI, hang, wait_gone

HANG = "file:///hang.mlir"


def hanging(shapels, **options):
    """A client whose worker has a text in hand that does not come to an end; it
    would be given up after ten seconds only."""
    client = Client(shapels, **options)
    client.open(URI, FINE)
    client.findings(URI)
    client.open(HANG, hang())
    # Its settings are read, and its statements known: it is analysed next.
    client.request("textDocument/documentSymbol", {"textDocument": {"uri": HANG}})
    assert "result" in client.answer(client.hover(URI, 0, 14))
    return client


def shutdown_and_exit(shapels):
    client = hanging(shapels)
    waiting = client.hover(HANG, 41, 16)
    begun = time.monotonic()
    client.leave()
    assert time.monotonic() - begun < LIMIT / 4
    assert client.answers[waiting]["error"]["code"] == -32802, client.answers[waiting]


def exit_alone(shapels):
    client = hanging(shapels)
    client.notify("exit", None)
    assert client.process.wait(LIMIT / 4) == 1


def close(shapels):
    """The worker is replaced, and the document forgotten."""
    client = hanging(shapels)
    worker = client.worker()
    client.notify("textDocument/didClose", {"textDocument": {"uri": HANG}})
    client.wait_for_another_worker(worker)
    assert "result" in client.answer(client.hover(URI, 0, 14))
    assert client.published[HANG] == [], client.published
    client.leave()


def stopped_worker(shapels):
    client = Client(shapels, "--hang-bound=400")
    client.open(URI, FINE)
    client.findings(URI)
    os.kill(client.worker(), signal.SIGSTOP)
    assert "result" in client.answer(client.hover(URI, 0, 14))
    client.leave()


def client_that_is_gone(shapels):
    """Its pipes are still open, as another process has them."""
    parent = subprocess.Popen(["sleep", "1000"])
    server = subprocess.Popen([shapels], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    body = (b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":%d,'
            b'"rootUri":null,"capabilities":{}}}' % parent.pid)
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()
    assert server.stdout.read(1)
    parent.kill()
    parent.wait()
    assert server.wait(LIMIT) == 1
    assert b"is gone" in server.stderr.read()


def what_is_given_up_fails(shapels):
    done = subprocess.run([shapels, "--print-inferred", "--hang-bound=400", "-"], input=FINE + hang(),
                          capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 2 and "does not come to an end" in done.stderr, done


def many_that_hang(shapels):
    """Three of them cost their time, and the rest of the function is left out."""
    text = hang().replace("-> i32", "").replace("return %a : !t40", "return")
    ops = "".join(f"  %v{i} = arith.addi %a, %a : !t40\n" for i in range(20))
    text = text.replace("  return", ops + "  return")
    begun = time.monotonic()
    done = subprocess.run([shapels, "--check", "--hang-bound=400", "-"],
                          input=text + FINE.replace("@f", "@g").replace("return %a", "return %b"),
                          capture_output=True, text=True, timeout=LIMIT)
    assert done.stdout.count("error[parser-timeout]") == 4, done.stdout
    assert "'func.func'" in done.stdout and "%b" in done.stdout, done.stdout


def main():
    shapels = sys.argv[1]
    for test in (shutdown_and_exit, exit_alone, close, stopped_worker, client_that_is_gone,
                 what_is_given_up_fails, many_that_hang):
        test(shapels)
        print(test.__name__, flush=True)
    print("ok")


if __name__ == "__main__":
    main()
