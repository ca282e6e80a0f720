"""Whether a picture has what --print-inferred says of each value, and each use of one.

usage: same_picture.py SHAPELS FILE...
"""

import json
import subprocess
import sys


def answer(shapels, mode, file):
    out = subprocess.run([shapels, mode, "--format=json", file], capture_output=True, text=True).stdout
    return json.loads(out)["files"]


def start(entry, key="range"):
    return tuple(entry[key]["start"].values())


def compare(shapels, file):
    """How many values were compared."""
    inferred = [value for entry in answer(shapels, "--print-inferred", file) for value in entry["values"]]
    functions = [(section["section"], function) for entry in answer(shapels, "--picture", file) for section in entry["sections"] for function in section["functions"]]
    count = 0
    for section, function in functions:
        values, nodes, edges = function["values"], function["nodes"], function["edges"]
        drawn = {}
        for number, value in enumerate(values):
            drawn.setdefault(value["name"], []).append([size["text"] for size in value["sizes"]])
            for size in value["sizes"]:
                for symbol in size["symbols"]:
                    assert function["symbols"][symbol]["text"] in size["text"], (file, value)
        for value in inferred:
            if value["section"] != section or value["function"] != "@" + function["name"] or not value["symbolic"]:
                continue
            assert value["symbolic"] in drawn.get(value["name"], []), (file, value, drawn.get(value["name"]))
            count += 1
        assert all(node["parent"] < number for number, node in enumerate(nodes) if number), file
        assert len({tuple(edge.values()) for edge in edges}) == len(edges), file
        ops = sum(node["kind"] == "op" for node in nodes)
        assert ops == function["ops"], (file, function["name"], ops, function["ops"])
    return count


def main():
    shapels, *files = sys.argv[1:]
    counts = [compare(shapels, file) for file in files]
    print("compared", sum(counts))
    assert sum(counts) > 100


if __name__ == "__main__":
    main()
