#!/usr/bin/env python3
"""Whether docs/features.md says of shapels what a server answers; with --write,
lets it say that.

usage: features.py [--write] SHAPELS REPOSITORY

A feature is there if `initialize` offers it and a request for it has the answer
that a user wants. What other servers have is as their sources say.
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

TEXT = """// RUN: mlir-opt %s
#map = affine_map<(d0) -> (d0)>
!row = tensor<3xf32>
func.func @callee(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<3xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32> loc("other.mlir":2:3)
}
func.func @caller(%a: tensor<3xf32>, %b: tensor<4xf32>, %row: !row) {
    %1 = call @callee(%a, %b) : (tensor<3xf32>, tensor<4xf32>) -> tensor<?xf32>
  "x.y"() {map = #map} : () -> ()
  %2 = tosa.ad
  %3 = arith.addi %nowhere, %nowhere : i32
  return
}
"""
PEERS = ["mlir-lsp-server 22", "clangd", "rust-analyzer", "ty"]


class Client:
    def __init__(self, server, folder):
        (folder / "a.mlir").write_text(TEXT)
        self.uri = (folder / "a.mlir").as_uri()
        self.process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number, self.told = 0, []
        everything = {"resolveSupport": {"properties": ["tooltip", "textEdits", "label.location"]}}
        self.able = self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "initializationOptions": {"workspaceDiagnostics": True}, "capabilities": {
            "experimental": {"shapels": {"putIntoTerminal": True, "showShapeFunction": True}},
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}, "diagnostics": {"refreshSupport": True}},
            "textDocument": {"diagnostic": {}, "rename": {"prepareSupport": True}, "inlayHint": everything,
                             "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                             "hover": {"contentFormat": ["markdown"]},
                             "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
                             "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}}}}})["result"]["capabilities"]
        self.tell("initialized", {})
        self.tell("textDocument/didOpen", {"textDocument": {"uri": self.uri, "languageId": "mlir", "version": 1, "text": TEXT}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def read(self):
        size = 0
        while line := self.process.stdout.readline().strip():
            size = int(line.split(b":")[1]) if line.lower().startswith(b"content-length:") else size
        return json.loads(self.process.stdout.read(size))

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while (message := self.read()).get("id") != self.number or "method" in message:
            self.told.append(message)
        return message

    def result(self, method, params):
        return self.ask(method, params).get("result")

    def at(self, method, text, **more):
        """Asks about the place behind `text`."""
        before = TEXT[:TEXT.index(text) + len(text)]
        place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        return self.result(method, {"textDocument": {"uri": self.uri}, "position": place, **more})

    def of(self, method, **more):
        return self.result(method, {"textDocument": {"uri": self.uri}, **more})


ALL = {"start": {"line": 0, "character": 0}, "end": {"line": TEXT.count("\n"), "character": 0}}
OPTIONS = {"tabSize": 2, "insertSpaces": True}


def calls(client):
    [item] = client.at("textDocument/prepareCallHierarchy", "@callee")
    return client.result("callHierarchy/incomingCalls", {"item": item})


def hint(client):
    first = client.of("textDocument/inlayHint", range=ALL)[0]
    resolved = client.result("inlayHint/resolve", first)
    return resolved["tooltip"] and resolved["textEdits"] and resolved["label"][0]["location"]


def documented(client):
    [item] = [each for each in client.at("textDocument/completion", "tosa.ad")["items"] if each["label"] == "tosa.add"]
    return client.result("completionItem/resolve", item)["documentation"]


def colours(client):
    full = client.of("textDocument/semanticTokens/full")
    delta = client.of("textDocument/semanticTokens/full/delta", previousResultId=full["resultId"])
    return full["data"] and "edits" in delta and client.of("textDocument/semanticTokens/range", range=ALL)["data"]


def fixes(client):
    found = client.of("textDocument/codeAction", range=ALL, context={"diagnostics": []})
    return found and all("edit" in action for action in found)


def shape_function(client):
    shown = client.of("shapels/shapeFunction", function="callee")
    sources = client.of("shapels/symbolicSources", function="callee")
    return "@_shape_infer_callee(" in shown["text"] and shown["values"] and sources["values"]


def followed(client):
    line = TEXT[:TEXT.index("tosa.ad")].count("\n")
    changes = [{"range": {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}, "text": ""}]
    client.tell("textDocument/didChange", {"textDocument": {"uri": client.uri, "version": 2}, "contentChanges": changes})
    return client.able["textDocumentSync"]["change"] == 2 and "tosa.ad" not in json.dumps(client.of("textDocument/diagnostic"))


def messages(client):
    return [each["message"] for each in client.of("textDocument/diagnostic")["items"]]


def watches(client):
    return any("**/.shapels.json" in json.dumps(each) for each in client.told if each.get("method") == "client/registerCapability")


def bytecode(client):
    """The last one: the text is another one afterwards."""
    client.tell("textDocument/didChange", {"textDocument": {"uri": client.uri, "version": 3}, "contentChanges": [{"text": "module {\n}\n"}]})
    saved = client.result("mlir/convertToBytecode", {"uri": client.uri})
    path = pathlib.Path(urllib.parse.urlparse(client.uri).path).with_suffix(".mlirbc")
    path.write_bytes(base64.b64decode(saved["output"]))
    return "module" in client.result("mlir/convertFromBytecode", {"uri": path.as_uri()})["output"]


# The feature, how it is seen, and which of PEERS have it.
FEATURES = [
    ("columns in UTF-8 where the client takes it", lambda c: c.able["positionEncoding"] == "utf-8", "-+++"),
    ("all errors, also beside one of syntax", lambda c: len(messages(c)) >= 2 and "nowhere" in str(messages(c)), "-+++"),
    ("findings are pulled", lambda c: c.able["diagnosticProvider"] and messages(c), "--++"),
    ("findings of the whole workspace are pulled", lambda c: "items" in c.result("workspace/diagnostic", {"previousResultIds": []}), "---+"),
    ("hover, with documentation", lambda c: "documentation" in str(c.at("textDocument/hover", "tensor.conc")), "-+++"),
    ("inlay hints: reason, place, edit", hint, "--+?"),
    ("completion, with documentation", documented, "-+++"),
    ("signature help", lambda c: c.at("textDocument/signatureHelp", "concat dim(0) ")["signatures"], "-+++"),
    ("definition", lambda c: c.at("textDocument/definition", "call @ca"), "++++"),
    ("type definition", lambda c: c.at("textDocument/typeDefinition", ", %ro"), "-+++"),
    ("references", lambda c: c.at("textDocument/references", "call @ca", context={"includeDeclaration": True}), "++++"),
    ("highlight", lambda c: c.at("textDocument/documentHighlight", "return %0"), "-+++"),
    ("rename, checked first", lambda c: c.at("textDocument/prepareRename", "return %0") and c.at("textDocument/rename", "return %0", newName="sum")["changes"], "-+++"),
    ("semantic tokens: all, part, changes", colours, "--+?"),
    ("outline", lambda c: c.of("textDocument/documentSymbol"), "++++"),
    ("symbols of the workspace", lambda c: c.result("workspace/symbol", {"query": "callee"}), "-+++"),
    ("call hierarchy", calls, "-++?"),
    ("folding", lambda c: c.of("textDocument/foldingRange"), "-++?"),
    ("selection", lambda c: c.of("textDocument/selectionRange", positions=[{"line": 3, "character": 8}]), "-+++"),
    ("links", lambda c: c.able["documentLinkProvider"] and c.of("textDocument/documentLink"), "-+--"),
    ("code lens", lambda c: c.of("textDocument/codeLens"), "--+-"),
    ("shape functions, by line", shape_function, "----"),
    ("quick fixes", fixes, "++++"),
    ("formatting: all", lambda c: c.of("textDocument/formatting", options=OPTIONS), "-++-"),
    ("formatting: part, on Enter", lambda c: c.of("textDocument/rangeFormatting", range=ALL, options=OPTIONS) and c.able["documentOnTypeFormattingProvider"], "-++-"),
    ("the project's settings are watched", watches, "-+?+"),
    ("edits are sent as such", followed, "-+++"),
    ("implementation", lambda c: "implementationProvider" in c.able, "-++-"),
    ("declaration", lambda c: "declarationProvider" in c.able, "-+++"),
    ("bytecode as text, and back", bytecode, "+---"),
]
HEAD = """# Features beside other servers

Which features of LSP are there; `tests/features.py` asks a server for those of shapels and writes this page. Those of
the others are as their sources have it (mlir-lsp-server 22, clangd 22, rust-analyzer and ty of 2026).

"""
TAIL = """
Not there, and why: an op of MLIR has no implementation or declaration apart from its definition. By text alone `%0`,
`@f`, `^bb0`, `#map` and `!t` have one definition each.
"""


def sees(client, probe):
    try:
        return bool(probe(client))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False


def page(shapels):
    with tempfile.TemporaryDirectory() as folder:
        return page_of(Client(shapels, pathlib.Path(folder)))


def page_of(client):
    rows = "".join(
        f"| {name} | {'yes' if sees(client, probe) else 'no'} | " + " | ".join({"+": "yes", "-": "no", "?": "?"}[has] for has in peers) + " |\n"
        for name, probe, peers in FEATURES)
    client.process.kill()
    return HEAD + f"| | shapels | {' | '.join(PEERS)} |\n" + "|---" * (len(PEERS) + 2) + "|\n" + rows + TAIL


def main():
    *flags, shapels, root = sys.argv[1:]
    path = pathlib.Path(root) / "docs/features.md"
    text = page(shapels)
    if flags == ["--write"]:
        path.write_text(text)
    elif path.read_text() != text:
        print(text)
        sys.exit(f"{path} says something else; tests/features.py --write {shapels} {root} brings it up to date")


if __name__ == "__main__":
    main()
