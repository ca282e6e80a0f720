"""A client that finds the server's processes and can wait for what it says."""

import contextlib
import json
import os
import pathlib
import select
import signal
import subprocess
import time

LIMIT = 30  # Seconds: an upper bound for what takes milliseconds.


def children(pid):
    result = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        result += [int(child) for child in task.read_text().split()]
    return result


def is_going(pid):
    """Whether the process is gone, or on its way (PF_EXITING)."""
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status[0] in "ZX" or bool(int(status[6]) & 4)


class Client:
    def __init__(self, shapels, *options, capabilities={}):
        self.process = subprocess.Popen(
            [shapels, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.buffer = b""
        self.last_id = 0
        self.answers = {}
        self.published = {}
        self.counts = {}
        self.versions = {}
        self.refreshes = 0
        self.request("initialize", {
            "processId": None, "rootUri": None,
            "capabilities": {"general": {"positionEncodings": ["utf-8"]}, **capabilities}})
        self.notify("initialized", {})

    # Messages.

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def message(self):
        """The next complete message in the buffer, or None."""
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return None
        size = int(head.split(b":")[1])
        if len(rest) < size:
            return None
        self.buffer = rest[size:]
        return json.loads(rest[:size])

    def receive(self, deadline):
        while (message := self.message()) is None:
            rest = deadline - time.monotonic()
            ready, _, _ = select.select([self.process.stdout], [], [], max(rest, 0))
            assert ready, "no answer in time"
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            assert data, "the server is gone"
            self.buffer += data
        return message

    def until(self, is_met, limit=LIMIT):
        deadline = time.monotonic() + limit
        while not is_met():
            message = self.receive(deadline)
            if "id" in message and "method" not in message:
                assert message["id"] not in self.answers, f"answered twice: {message}"
                self.answers[message["id"]] = message
            elif message.get("method") == "workspace/diagnostic/refresh":
                self.refreshes += 1
                self.send({"id": message["id"], "result": None})
            elif message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                self.published[params["uri"]] = params["diagnostics"]
                self.versions[params["uri"]] = params.get("version")
                self.counts[params["uri"]] = self.counts.get(params["uri"], 0) + 1

    def answer(self, request):
        self.until(lambda: request in self.answers)
        return self.answers[request]

    def request(self, method, params):
        return self.answer(self.ask(method, params))

    # Documents.

    def open(self, uri, text, version=1):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": version, "text": text}})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": list(changes)})

    def findings(self, uri, version=1):
        self.until(lambda: self.versions.get(uri) == version)
        return self.published[uri]

    def pull(self, uri, known=None):
        return self.ask("textDocument/diagnostic", {
            "textDocument": {"uri": uri}, **({"previousResultId": known} if known else {})})

    def hover(self, uri, line, character):
        return self.ask("textDocument/hover", {
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character}})

    def leave(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        assert self.process.wait(LIMIT) == 0, "the exit code"
        self.process.stdout.close()
        return self.process.stderr.read().decode(errors="replace")

    # Processes.

    def zygote(self):
        found = children(self.process.pid)
        return found[0] if found else None

    def worker(self):
        """The oldest one; the one behind it waits to take over."""
        zygote = self.zygote()
        found = [child for child in children(zygote) if not is_going(child)] if zygote else []
        return found[0] if found else None

    def kill_worker(self):
        """If there is one; the text may kill it in the same moment."""
        if worker := self.worker():
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    def wait_for_another_worker(self, before):
        deadline = time.monotonic() + LIMIT
        while self.worker() in (before, None):
            assert time.monotonic() < deadline, "the worker is still there"
