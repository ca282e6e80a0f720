"""A language client over standard input and output, with nothing left out of
the framing. For the scripts here and in ../spec."""

import json
import pathlib
import subprocess


class Client:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.requests = 0
        self.diagnostics = {}

    def __enter__(self):
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": {
                    "general": {"positionEncodings": ["utf-8"]},
                    "textDocument": {
                        "publishDiagnostics": {"relatedInformation": True},
                        "codeAction": {
                            "codeActionLiteralSupport": {
                                "codeActionKind": {"valueSet": ["quickfix"]}
                            }
                        },
                    },
                },
            },
        )
        self.notify("initialized", {})
        return self

    def __exit__(self, *failure):
        if failure[0] is None:
            self.request("shutdown")
            self.notify("exit")
            assert self.process.wait() == 0, "the server's exit code"
        self.process.kill()
        self.process.wait()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while (line := self.process.stdout.readline()) != b"\r\n":
            assert line, "the server is gone"
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, params=None):
        self.send({"method": method, **({} if params is None else {"params": params})})

    def handle(self, message):
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})

    def request(self, method, params=None):
        self.requests += 1
        params = {} if params is None else {"params": params}
        self.send({"id": self.requests, "method": method, **params})
        while True:
            message = self.receive()
            if message.get("id") == self.requests and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self.handle(message)

    def open(self, path):
        """Returns the document's URI and what is published for it."""
        path = pathlib.Path(path).resolve()
        uri = path.as_uri()
        document = {
            "uri": uri,
            "languageId": "mlir",
            "version": 1,
            "text": path.read_bytes().decode(),
        }
        self.notify("textDocument/didOpen", {"textDocument": document})
        while uri not in self.diagnostics:
            self.handle(self.receive())
        return uri, self.diagnostics[uri]


def applied(text, edits):
    """The bytes `text` with the edits, which are in order and each on one line."""
    lines = text.split(b"\n")
    for edit in reversed(edits):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (
            line[: start["character"]]
            + edit["newText"].encode()
            + line[end["character"] :]
        )
    return b"\n".join(lines)
