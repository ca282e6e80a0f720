"""A client that asks for diagnostics, whatever the worker does meanwhile.

usage: pulls.py SHAPELS
"""

import os
import random
import signal
import sys

from lsp import Client

URI = "file:///pulled.mlir"
WRONG = '"test.broadcastable"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>'
KILLER = '"x.y"() {a = array<index: 1>} : () -> ()'
PULLS = {"textDocument": {"diagnostic": {}},
         "workspace": {"diagnostics": {"refreshSupport": True}}}


def document(*ops):
    return "\n".join(["func.func @f(%a: tensor<2xi32>) {",
                      *(f"  %{number} = {op}" if op != KILLER else f"  {op}"
                        for number, op in enumerate(ops)), "  return", "}"]) + "\n"


def started(shapels):
    return Client(shapels, capabilities=PULLS)


def codes(answer):
    return [finding["code"] for finding in answer["result"]["items"]
            if finding["severity"] == 1]


def killers_are_findings(shapels):
    """Each of them kills a worker, and the pull waits for the last one."""
    client = started(shapels)
    client.open(URI, document(WRONG, KILLER, WRONG, KILLER.replace("1", "2")))
    answer = client.answer(client.pull(URI))
    assert codes(answer) == ["broadcast-result-mismatch", "parser-crash"] * 2, answer
    client.until(lambda: client.refreshes)
    assert not client.published, "and is sent nothing besides"
    client.leave()


def results_keep_their_names(shapels):
    """What the client has is known to a worker that never sent it."""
    client = started(shapels)
    client.open(URI, document(WRONG))
    first = client.answer(client.pull(URI))["result"]
    os.kill(client.worker(), signal.SIGKILL)
    client.until(lambda: client.refreshes)
    again = client.answer(client.pull(URI, first["resultId"]))["result"]
    assert again == {"kind": "unchanged", "resultId": first["resultId"]}, again
    client.leave()


def every_pull_has_one_answer(shapels):
    """Edits, pulls and deaths in any order; a pull fails only where it is to be
    asked again, and in the end the findings are those of the text."""
    rng = random.Random(5)
    client = started(shapels)
    client.open(URI, document(WRONG))
    asked = []
    for version in range(2, 60):
        ops = [rng.choice([WRONG, KILLER, "arith.constant 1 : i32", "broken"])
               for _ in range(rng.randrange(6))]
        client.change(URI, version, {"text": document(*ops)})
        asked += [client.pull(URI) for _ in range(rng.randrange(3))]
        if rng.random() < 0.2:
            client.kill_worker()
        if asked and rng.random() < 0.5:
            client.answer(asked[-1])
    client.change(URI, 60, {"text": document(WRONG, KILLER)})
    last = client.pull(URI)
    assert codes(client.answer(last)) == ["broadcast-result-mismatch", "parser-crash"]
    for request in asked:
        answer = client.answer(request)
        assert "result" in answer or (
            answer["error"]["code"] == -32802
            and answer["error"]["data"] == {"retriggerRequest": True}), answer
    assert not client.published
    client.leave()


def main():
    for test in (killers_are_findings, results_keep_their_names, every_pull_has_one_answer):
        test(sys.argv[1])
        print(test.__name__)
    print("ok")


if __name__ == "__main__":
    main()
