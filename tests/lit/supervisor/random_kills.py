"""kill -9 of the worker at random moments while a document is edited: what is
shown in the end equals what a fresh server shows, and every request has
exactly one answer.

usage: random_kills.py SHAPELS SEED...
"""

import random
import sys

from lsp import Client

URI = "file:///edited.mlir"
LINES = 400


def initial():
    lines = []
    for function in range(LINES // 4):
        lines += [f"func.func @f{function}(%a: tensor<2xi32>, %b: tensor<2xi32>) {{",
                  '  %0 = "test.broadcastable"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>',
                  "  return", "}"]
    return lines


# What a line may become: right, wrong, broken, and what kills MLIR.
BODIES = [
    '  %0 = "test.broadcastable"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>',
    '  %0 = "test.broadcastable"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>',
    "  %0 = arith.constant",
    '  "x.y"() {a = array<index: 1>} : () -> ()',
]


def edit(client, lines, version, rng):
    line = 4 * rng.randrange(len(lines) // 4) + 1
    old, lines[line] = lines[line], rng.choice(BODIES)
    client.change(URI, version, {
        "range": {"start": {"line": line, "character": 0},
                  "end": {"line": line, "character": len(old)}},
        "text": lines[line]})


def fresh(shapels, text):
    client = Client(shapels)
    client.open(URI, text)
    findings = client.findings(URI)
    client.leave()
    return findings


def run(shapels, seed):
    rng = random.Random(seed)
    lines = initial()
    client = Client(shapels)
    client.open(URI, "\n".join(lines) + "\n")
    client.findings(URI)
    requests, kills = [], 0
    for version in range(2, 42):
        edit(client, lines, version, rng)
        requests.append(client.hover(URI, rng.randrange(LINES), 4))
        if rng.random() < 0.2:
            client.kill_worker()
            kills += 1
        if rng.random() < 0.5:
            client.answer(requests[-1])
    for request in requests:
        client.answer(request)
    text = "\n".join(lines) + "\n"
    expected = fresh(shapels, text)
    client.until(lambda: client.published[URI] == expected)
    client.leave()
    failures = [client.answers[request]["error"]["code"]
                for request in requests if "error" in client.answers[request]]
    assert set(failures) <= {-32801, -32603}, failures
    print(f"seed {seed}: {kills} kills, {len(failures)} of {len(requests)} "
          f"requests not answered, {len(expected)} findings")


def main():
    for seed in sys.argv[2:]:
        run(sys.argv[1], int(seed))
    print("ok")


if __name__ == "__main__":
    main()
