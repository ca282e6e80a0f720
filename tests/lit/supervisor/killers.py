"""Texts that kill MLIR, opened next to a document of 10,000 ops: the client
keeps its server, the finding names the op, everything else stays alive.

usage: killers.py SHAPELS FOLDER-OF-KILLERS
"""

import pathlib
import sys
import time

from lsp import Client

HEALTHY = "file:///healthy.mlir"
# In the healthy document: a finding, and where to hover.
WRONG = """func.func @{name}(%lhs: tensor<2xi32>, %rhs: tensor<3xi32>) -> tensor<3xi32> {{
  %sum = "test.broadcastable"(%lhs, %rhs) : (tensor<2xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %sum : tensor<3xi32>
}}
"""


def healthy(ops):
    lines = [WRONG.format(name="first")]
    for function in range(ops // 100):
        lines.append(f"func.func @f{function}(%0: tensor<4x?xf32>) -> tensor<4x?xf32> {{")
        for value in range(1, 100):
            lines.append(f"  %{value} = arith.addf %{value - 1}, %0 : tensor<4x?xf32>")
        lines.append("  return %99 : tensor<4x?xf32>\n}")
    return "\n".join(lines) + "\n"


def generated():
    """Name, text, and the op that a finding must name if there is one."""
    deep = 3000
    yield "nested-regions", '"x.y"() ({\n' * deep + "}) : () -> ()\n" * deep, None
    yield "nested-brackets", 'func.func @n() attributes {a = ' + "[" * 10000 + "]" * 10000 + "} {\n  return\n}\n", None
    yield "quoted-cr", '"\rx"', None
    deep = 1000000
    yield "very-deep-brackets", '"x.deep"() {a = ' + "[" * deep + "]" * deep + "} : () -> ()\n", "x.deep"


def cases(folder):
    named = {"02-array-index": "x.y"}
    for path in sorted(pathlib.Path(folder).glob("*.mlir")):
        yield path.stem, path.read_bytes().decode(), named.get(path.stem)
    yield from generated()


def lookup(text, needle):
    at = text.index(needle)
    return text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1


def check_case(client, name, text, op):
    """Alone; then between functions, where those must stay alive."""
    uri = f"file:///{name}.mlir"
    worker = client.worker()
    begin = time.monotonic()
    client.open(uri, text)
    request = client.hover(HEALTHY, 1, 3)
    findings = client.findings(uri)
    seconds = time.monotonic() - begin
    assert "result" in client.answer(request), client.answer(request)
    codes = [finding["code"] for finding in findings]
    died = "parser-crash" in codes
    if died:
        client.wait_for_another_worker(worker)
    assert (client.worker() != worker) == died, findings[:3]
    print(f"{name}: {'killed a worker' if died else 'survived'}, "
          f"{seconds * 1000:.0f} ms to the findings")
    assert seconds < 5, "recovery takes too long"
    assert bool(op) == died, findings[:3]
    if not died:
        return
    crash = next(f for f in findings if f["code"] == "parser-crash")
    assert f"'{op}'" in crash["message"], crash
    assert (crash["range"]["start"]["line"],
            crash["range"]["start"]["character"]) == lookup(text, op), crash
    between(client, name, text)


def between(client, name, killer):
    text = WRONG.format(name="before") + killer + "\n" + WRONG.format(name="after")
    uri = f"file:///{name}-between.mlir"
    client.open(uri, text)
    findings = client.findings(uri)
    codes = sorted(finding["code"] for finding in findings if finding["severity"] == 1)
    lacks_brace = killer.count("{") > killer.count("}")
    assert codes == (["broadcast-incompatible"] * 2 + ["mlir-parse"] * lacks_brace
                     + ["parser-crash"]), findings
    hover = client.answer(client.hover(uri, 1, 3))
    assert "tensor" in str(hover["result"]), hover
    # The statement changes: it is tried again. It goes: so does the finding.
    client.change(uri, 2, {"text": text.replace(killer, "")})
    codes = [finding["code"] for finding in client.findings(uri, 2)]
    assert codes == ["broadcast-incompatible"] * 2, codes
    # It comes back, and costs nothing any more.
    worker = client.worker()
    client.change(uri, 3, {"text": text})
    again = client.findings(uri, 3)
    assert again == findings, (again, findings)
    assert client.worker() == worker, "it was handed over again"


def actions(client, killer):
    """What can be done for a function is tried out on a copy of its text: it is known there, too, what kills."""
    text = f"func.func @f(%a: tensor<4xf32>) {{\n  %0 = math.exp %a : tensor<4xf32>\n  {killer}\n  return\n}}\n"
    uri = "file:///actions.mlir"
    client.open(uri, text)
    answer = client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri}, "context": {"diagnostics": []},
        "range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 8}}})
    assert "result" in answer, answer


def main():
    shapels, folder = sys.argv[1:]
    client = Client(shapels)
    client.open(HEALTHY, healthy(10000))
    before = client.findings(HEALTHY)
    assert [finding["code"] for finding in before] == ["broadcast-incompatible"]
    for name, text, op in cases(folder):
        check_case(client, name, text, op)
    actions(client, '"x.y"() {a = array<index: 77>} : () -> ()')
    hover = client.answer(client.hover(HEALTHY, 1, 3))
    assert "test.broadcastable" in str(hover["result"]), hover
    # The list was the same each time, so it was sent once.
    assert client.counts[HEALTHY] == 1, client.counts
    errors = client.leave()
    assert "PLEASE submit" not in errors and "Stack dump" not in errors, errors
    print("ok")


if __name__ == "__main__":
    main()
