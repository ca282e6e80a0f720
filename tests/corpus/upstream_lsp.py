#!/usr/bin/env python3
"""Where answers differ from mlir-lsp-server's, and why.

usage: upstream_lsp.py SHAPELS MLIR_LSP_SERVER

Asks both, by --lit-test, what MLIR's ten tests of mlir-lsp-server ask about:
code-action, completion, definition, diagnostics, hover, initialize-params,
initialize-params-invalid, references, rooturi_rel_path and
uri-based-registration. Each question is in EQUAL, whose answers must be the
same, or in DIFFERENT, with the reason and a check that they differ by just
that.
"""

import json
import subprocess
import sys

URI = "test:///a.mlir"
# Not open; to mlir-lsp-server the same file.
NOT_OPEN = "file:///a.mlir"
TEXT = """#attr = 1 : index
!type = index
func.func @f(%arg0: !type) -> i1 attributes {attr = #attr} {
  %value = arith.constant true loc(#loc)
  %result = call @f(%arg0) : (!type) -> i1
  cf.br ^end
^end:
  %far = arith.constant true loc("far.mlir":10:10)
  return %value : i1
}
#loc = loc("a.mlir":1:2)
"""
UNFINISHED = """func.func private @f(%arg: i32) -> i32 {
%cast = "builtin.unrealized_conversion_cast"() : () -> (i32)
return %"""
DIAGNOSTIC = {"range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 6}}, "severity": 1, "source": "mlir",
              "message": "this is 'wrong'", "relatedInformation": [
                  {"message": "seen here", "location": {"uri": NOT_OPEN, "range": {"start": {"line": 1, "character": 0},
                                                                                     "end": {"line": 1, "character": 4}}}}]}


def place_of(text, before, of=TEXT):
    """Behind `before`, at whose end `text` stands."""
    head = of[:of.index(before) + len(before)]
    assert head.endswith(text)
    return {"line": head.count("\n"), "character": len(head) - head.rfind("\n") - 1}


def framed(messages):
    return "\n// -----\n".join(json.dumps({"jsonrpc": "2.0", **message}) for message in messages).encode()


def answers(server, text, requests, uri=URI, **params):
    """The results of the requests, of `initialize` and the findings that were published."""
    params = {"processId": 123, "rootUri": "test:///root/", "capabilities": {}, **params}
    messages = [{"id": 0, "method": "initialize", "params": params},
                {"method": "textDocument/didOpen", "params": {"textDocument": {
                    "uri": uri, "languageId": "mlir", "version": 1, "text": text}}}]
    messages += [{"id": number, "method": "textDocument/" + method, "params": {"textDocument": {"uri": uri}, **more}}
                 for number, (method, more) in enumerate(requests, 1)]
    messages += [{"id": 99, "method": "shutdown"}, {"method": "exit"}]
    out = subprocess.run([server, "--lit-test"], input=framed(messages), capture_output=True).stdout.decode()
    results, findings = {}, None
    decoder = json.JSONDecoder()
    while (at := out.find("\n{")) >= 0:
        message, end = decoder.raw_decode(out[at + 1:])
        out = out[at + 1 + end:]
        if "id" in message:
            results[message["id"]] = message.get("result")
        elif message.get("method") == "textDocument/publishDiagnostics" and findings is None:
            findings = message["params"]["diagnostics"]
    return [results.get(number) for number in range(1, len(requests) + 1)], results.get(0), findings


def one(server, method, before, text=TEXT, capabilities=None, **more):
    place = place_of("", before, text)
    return answers(server, text, [(method, {"position": place, **more})], capabilities=capabilities or {})[0][0]


def definition(before):
    return lambda server: one(server, "definition", before)


def references(before, withDeclaration=True):
    return lambda server: sorted(one(server, "references", before, context={"includeDeclaration": withDeclaration}), key=str)


def completion(before):
    return lambda server: one(server, "completion", before, text=UNFINISHED)["items"]


def hover(before):
    return lambda server: one(server, "hover", before)


def actions(server):
    """As MLIR's test asks: about a file that is not open by that name."""
    context = {"diagnostics": [DIAGNOSTIC], "only": ["quickfix"], "triggerKind": 1}
    request = {"textDocument": {"uri": NOT_OPEN}, "range": DIAGNOSTIC["range"], "context": context}
    return answers(server, TEXT, [("codeAction", request)])[0][0]


def findings(text, uri=URI):
    return lambda server: answers(server, text, [], uri)[2]


def offered(**params):
    return lambda server: answers(server, TEXT, [], **params)[1]


def labels(items):
    return sorted(item["label"] for item in items)


def ranges(places):
    return sorted((place["range"]["start"]["line"], place["range"]["start"]["character"], place["range"]["end"]["character"])
                  for place in places)


EQUAL = [
    ("code-action: comments for what is expected", actions),
    ("definition of a value", definition("return %val")),
    ("definition of a type alias", definition("%arg0: !ty")),
    ("definition of an attribute alias", definition("attr = #at")),
    ("definition of a location's alias", definition("loc(#l")),
    ("references of a value", references("  %val")),
    ("references of an attribute alias", references("#at")),
    ("references of a type alias", references("!ty")),
    ("references of a location's alias", references("}\n#lo")),
    ("completion: which values there are", lambda server: labels(completion("return %")(server))),
    ("completion: which visibilities there are", lambda server: labels(completion("func.func ")(server))),
    ("diagnostics: severities", lambda server: [each["severity"] for each in findings("func.func ()")(server)]),
    ("initialize-params-invalid: is answered",
     lambda server: "capabilities" in offered(processId="", clientInfo={"name": 10}, trace="verbose")(server)),
]
DIFFERENT = [
    ("completion: ops", completion("%cast = \""), "a label is all of an op's name, not the dialect first and the op behind its dot",
     lambda ours, theirs: "arith" in labels(theirs) and "arith" not in labels(ours) and "arith.index_cast" in labels(ours)),
    ("completion: values", completion("return %"), "what is inserted is all of the name, with an edit that replaces what is typed",
     lambda ours, theirs: all(item["insertText"] == item["label"][1:] for item in theirs)
     and all(item["textEdit"]["newText"] == item["label"] for item in ours)),
    ("definition of a symbol", definition("call @"), "is the name and not all before it, so that renaming and highlighting agree with it",
     lambda ours, theirs: ranges(theirs) == [(2, 0, 9)] and ranges(ours) == [(2, 10, 12)]),
    ("diagnostics", findings("func.func ()"), "`category` is no property of LSP: shapels has `code`, and its own name as `source`",
     lambda ours, theirs: theirs[0]["category"] == "Parse Error" and "category" not in ours[0] and ours[0]["code"] == "mlir-parse"
     and ours[0]["source"] == "shapels"),
    ("hover", hover("  %val"), "says type, shape and what the op does, in Markdown only for clients that list it",
     lambda ours, theirs: theirs["contents"]["kind"] == "markdown" and ours["contents"]["kind"] == "plaintext"
     and ours["contents"]["value"].startswith("%value : i1") and ours["range"] == theirs["range"]),
    ("initialize-params", offered(), "more is offered, texts are synced by edits, and the name is shapels",
     lambda ours, theirs: ours["serverInfo"]["name"] == "shapels" and ours["capabilities"]["textDocumentSync"]["change"] == 2
     and all(ours["capabilities"].get(name) for name, there in theirs["capabilities"].items() if there)),
    ("references without the declaration", references("  %val", False), "has none, as LSP says",
     lambda ours, theirs: ranges(theirs) == [(3, 2, 8), (8, 9, 15)] and ranges(ours) == [(8, 9, 15)]),
    ("rooturi_rel_path", definition("%far = arith.const"), "a location's file is sought from the root, as newer mlir-lsp-servers do",
     lambda ours, theirs: theirs == [] and ours[0]["uri"] == "test:///root/far.mlir" and ranges(ours) == [(9, 9, 9)]),
    ("uri-based-registration", findings("func.func @f() { return }", "test:///a-disable-lsp-registration.mlir"),
     "a file's name does not choose its dialects; a `.shapels.json` does",
     lambda ours, theirs: "not found" in str(theirs) and ours == []),
]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    good = wrong = 0
    for name, ask, *difference in EQUAL + DIFFERENT:
        ours, theirs = ask(sys.argv[1]), ask(sys.argv[2])
        if difference:
            reason, check = difference
            right, words = bool(check(ours, theirs)), f"differs: {reason}"
        else:
            right, words = ours == theirs and bool(ours), "the same"
        good, wrong = good + right, wrong + (not right)
        print(f"{name}: {words}{'' if right else f' (UNEXPECTED): {ours} beside {theirs}'}")
    print(f"{good} passed, {wrong} failed")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
