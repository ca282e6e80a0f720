#!/usr/bin/env python3
"""How much of what people write has a shape rule by its name.

usage: rule_share.py SHARED [--missing]

SHARED is the folder that holds research/op-frequency.tsv, which counts ops in
public files. Of the occurrences with tensor types, per dialect, the share whose
op stands in a table of core/shape/rules; ops that define no value are left out.
--missing names the others. Ends with `N passed, N failed`, counting bounds.
"""

import collections
import csv
import pathlib
import re
import sys

RULES = pathlib.Path(__file__).resolve().parents[2] / "core/shape/rules"
LEAST = {"stablehlo": 99, "onnx": 99, "mhlo": 95, "chlo": 95, "torch": 95, "ttir": 95, "ttnn": 95, "flow": 95, "iree_linalg_ext": 95,
         "iree_tensor_ext": 95}
# By the last part of the name: ends of regions, stores, and functions.
NO_VALUE = re.compile(r"(?:^|[._])(?:return|yield|terminator|store|write|func|condition|deallocate|contents|bind_symbolic_shape|slots|"
                      r"write_tensor|global_slot)$", re.I)


def named_ops():
    """The names in the tables, by dialect."""
    names = collections.defaultdict(set)
    for path in RULES.glob("*.cpp"):
        text = path.read_text()
        tables = {}
        for name, body in re.findall(r"RuleRow (\w+)\[\] = \{(.*?)\n\};", text, re.S):
            lists = re.findall(r'\{((?:\s*"[^"]*")+)\s*,', body)
            tables[name] = {op for each in lists for op in "".join(re.findall(r'"([^"]*)"', each)).split()}
        for dialects, table in re.findall(r'return \{"([\w ]+)",\s*(\w+)', text):
            for dialect in dialects.split():
                names[dialect] |= tables[table]
    return names


def main():
    counts, names = collections.defaultdict(collections.Counter), named_ops()
    with open(pathlib.Path(sys.argv[1], "research/op-frequency.tsv")) as file:
        for row in csv.DictReader(file, delimiter="\t"):
            op = row["op"].split(".", 1)[-1]
            if not NO_VALUE.search(op):
                counts[row["dialect"]][op] += int(row["tensor_typed"])
    bounds = []
    for dialect, least in LEAST.items():
        whole = counts[dialect].total()
        missing = {op: count for op, count in counts[dialect].most_common() if op not in names[dialect] and count}
        share = 100 * (1 - sum(missing.values()) / whole)
        bounds.append(share >= least)
        print(f"{dialect:<16} {whole:>6} occurrences, {share:5.1f} % of an op with a rule, at least {least} % wanted")
        if "--missing" in sys.argv:
            print("  " + " ".join(f"{op}:{count}" for op, count in missing.items()))
    print(f"{bounds.count(True)} passed, {bounds.count(False)} failed")
    return not all(bounds)


if __name__ == "__main__":
    sys.exit(main())
