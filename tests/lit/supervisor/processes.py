"""The server's processes come and go together, and one that hangs is replaced.

usage: processes.py SHAPELS
"""

import os
import pathlib
import signal
import subprocess
import sys
import time

from lsp import LIMIT, Client, children

FINE = "func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {\n  return %a : tensor<2xi32>\n}\n"
URI = "file:///a.mlir"


def hang():
    """A verifier's message has a type that a plugin prints without end."""
    lines = ["!t40 = !mine.endless", *["//"] * 40]
    lines += ["func.func @big(%a: !t40) -> i32 {", "  return %a : !t40", "}"]
    return "\n".join(lines) + "\n"


def is_gone(pid):
    status = pathlib.Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rsplit(")", 1)[1].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_gone(pids):
    deadline = time.monotonic() + LIMIT
    while not all(is_gone(pid) for pid in pids):
        assert time.monotonic() < deadline, f"left behind: {pids}"


def started(shapels, *options):
    client = Client(shapels, *options)
    client.open(URI, FINE)
    client.findings(URI)
    zygote, worker = client.zygote(), client.worker()
    assert zygote and worker
    return client, [zygote, worker]


def end_of_input(shapels):
    client, processes = started(shapels)
    client.process.stdin.close()
    assert client.process.wait(LIMIT) == 1
    wait_gone(processes)


def orderly_exit(shapels):
    client, processes = started(shapels)
    client.leave()
    wait_gone(processes)


def killed_supervisor(shapels):
    client, processes = started(shapels)
    client.process.kill()
    client.process.wait()
    wait_gone(processes)


def killed_zygote(shapels):
    """It takes the worker with it; there are others then."""
    client, processes = started(shapels)
    os.kill(processes[0], signal.SIGKILL)
    wait_gone(processes)
    hover = client.answer(client.hover(URI, 0, 14))
    assert "tensor" in str(hover["result"]), hover
    assert client.zygote() not in processes
    client.leave()


def dead_workers_leave_no_zombies(shapels):
    client, (zygote, worker) = started(shapels)
    for _ in range(3):
        os.kill(client.worker(), signal.SIGKILL)
        assert "result" in client.answer(client.hover(URI, 0, 14))
    # The worker, and perhaps the one behind it.
    assert len(children(zygote)) <= 2, children(zygote)
    assert client.zygote() == zygote
    client.leave()


def both_workers(client):
    """The one at work, and the one that waits to take over."""
    deadline = time.monotonic() + LIMIT
    while len(found := children(client.zygote())) < 2:
        assert time.monotonic() < deadline, "nobody waits"
    return found


def the_next_worker_waits(shapels):
    client, _ = started(shapels)
    worker, waiting = both_workers(client)
    os.kill(worker, signal.SIGKILL)
    assert "result" in client.answer(client.hover(URI, 0, 14))
    wait_gone([worker])
    assert client.worker() == waiting
    # One that is gone before it is needed is no loss.
    worker, waiting = both_workers(client)
    os.kill(waiting, signal.SIGKILL)
    wait_gone([waiting])
    os.kill(worker, signal.SIGKILL)
    assert "result" in client.answer(client.hover(URI, 0, 14))
    client.leave()


def hanging_verifier(shapels):
    client, (_, worker) = started(shapels, "--hang-bound=400")
    client.open("file:///hang.mlir", FINE + hang())
    findings = client.findings("file:///hang.mlir")
    codes = [finding["code"] for finding in findings]
    assert codes == ["parser-timeout"], findings
    assert "'return'" in findings[0]["message"], findings
    client.wait_for_another_worker(worker)
    hover = client.answer(client.hover("file:///hang.mlir", 0, 14))
    assert "tensor" in str(hover["result"]), hover
    client.leave()


def hanging_hover(shapels):
    """A request that does not end is the one that fails."""
    client, _ = started(shapels, "--hang-bound=400")
    text = hang().replace("-> i32", "").replace("return %a : !t40", "return")
    client.open("file:///hover.mlir", text)
    assert client.findings("file:///hover.mlir") == []
    guilty = client.hover("file:///hover.mlir", 41, 16)
    innocent = client.hover(URI, 0, 14)
    assert client.answer(guilty)["error"]["code"] == -32603, client.answer(guilty)
    assert "result" in client.answer(innocent)
    assert client.published["file:///hover.mlir"] == []
    client.leave()


def check_hangs(shapels):
    done = subprocess.run([shapels, "--check", "--hang-bound=400", "-"], input=hang(),
                          capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 1 and "error[parser-timeout]" in done.stdout, done


def main():
    shapels = sys.argv[1]
    for test in (end_of_input, orderly_exit, killed_supervisor, killed_zygote,
                 dead_workers_leave_no_zombies, the_next_worker_waits, hanging_verifier, hanging_hover,
                 check_hangs):
        test(shapels)
        print(test.__name__)
    print("ok")


if __name__ == "__main__":
    main()
