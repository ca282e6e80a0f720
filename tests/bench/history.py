"""Keeps the figures of benchmark runs, one line for a commit, and draws them.

usage: history.py [--file FILE] [--measure TEXT] [--input TEXT] [--ours]

`./dev bench --record` adds a line; measured again, a commit's line is replaced.
Drawn are ratios, the rival's figure by ours, as both sides of a run had the same
machine; with --ours, medians of ours. One row for a measure and input, oldest
commit first; the last two columns are its newest figure and that by the oldest.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

FILE = pathlib.Path(__file__).resolve().parent / "history.jsonl"
BARS = "▁▂▃▄▅▆▇█"


class BadHistory(Exception):
    """Says in which line of the file what is wrong."""


# --- Keeping ------------------------------------------------------------------


def commit_of(folder):
    """The short name of the last commit, with a + where files differ from it."""
    def git(*command):
        return subprocess.run(["git", "-C", str(folder), *command], check=True,
                              capture_output=True, text=True).stdout.strip()
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":!" + str(FILE))
    return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")


def entry(commit, extent, machine, figures):
    """`figures`: measure -> input -> [ours, the rival's or None]."""
    return {"commit": commit, "date": time.strftime("%Y-%m-%d"), "extent": extent,
            "machine": machine, "load": round(os.getloadavg()[0], 1), "figures": figures}


def figures_of(rows):
    """The medians of a run's samples, as run.py has them."""
    figures = {}
    for (measure, name), row in rows.items():
        samples = [row.get(side, ([],))[0] for side in ("shapels", "rival")]
        figures.setdefault(f"{measure} [{row['unit']}]" if row["unit"] else measure, {})[name] = [
            round(statistics.median(each), 3) if each else None for each in samples]
    return figures


def read(file):
    if not file.exists():
        raise BadHistory(f"{file}: there are no figures yet; ./dev bench --record keeps some")
    entries = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        try:
            entries.append(json.loads(line))
            entries[-1]["commit"], entries[-1]["figures"].items()
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadHistory(f"{file}:{number}: this is not a run's line ({error}): {line[:80]}; "
                             "remove it, or measure the commit again") from error
    return entries


def same_run(a, b):
    return all(a.get(key) == b.get(key) for key in ("commit", "extent", "machine"))


def record(file, new):
    entries = [old for old in (read(file) if file.exists() else []) if not same_run(old, new)]
    lines = [json.dumps(each, separators=(",", ":"), ensure_ascii=False)
             for each in [*entries, new]]
    file.write_text("\n".join(lines) + "\n")


# --- Drawing ------------------------------------------------------------------


def figure(pair, is_ours):
    """Nothing where a side is missing."""
    ours, rivals = pair if pair else (None, None)
    if is_ours:
        return ours
    return rivals / ours if ours and rivals is not None else None


def bars(values):
    known = [value for value in values if value is not None]
    least, span = min(known), max(known) - min(known)
    at = [None if value is None else (value - least) / span if span else 0.5 for value in values]
    return "".join(" " if value is None else BARS[round(value * (len(BARS) - 1))] for value in at)


def rows(entries, measure, name, is_ours):
    keys = dict.fromkeys((m, n) for each in entries
                         for m, inputs in each["figures"].items() for n in inputs)
    for m, n in sorted(keys):
        if measure not in m or name not in n:
            continue
        values = [figure(each["figures"].get(m, {}).get(n), is_ours) for each in entries]
        known = [value for value in values if value is not None]
        if known:
            change = f"{known[-1] / known[0]:.2f}" if known[0] else ""
            yield [m, n, bars(values), f"{known[-1]:.2f}", change]


def draw(entries, measure="", name="", is_ours=False):
    """The lines of one table for each machine and extent."""
    lines = []
    for run in dict.fromkeys((each.get("machine"), each.get("extent")) for each in entries):
        those = [each for each in entries if (each.get("machine"), each.get("extent")) == run]
        table = list(rows(those, measure, name, is_ours))
        if not table:
            continue
        lines.append(f"{run[0]}, {run[1]}: {those[0]['commit']} to {those[-1]['commit']}, "
                     f"{len(those)} commits")
        header = ["measure", "input", "commits", "ours" if is_ours else "ratio", "by oldest"]
        widths = [max(map(len, column)) for column in zip(header, *table)]
        for row in [header, *table]:
            lines.append("  ".join(text.ljust(width) if at < 3 else text.rjust(width)
                                   for at, (text, width) in enumerate(zip(row, widths))))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--file", type=pathlib.Path, default=FILE)
    parser.add_argument("--measure", default="", help="measures whose names contain this text")
    parser.add_argument("--input", default="", help="inputs whose names contain this text")
    parser.add_argument("--ours", action="store_true", help="our medians instead of ratios")
    arguments = parser.parse_args()
    try:
        lines = draw(read(arguments.file), arguments.measure, arguments.input, arguments.ours)
    except BadHistory as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(lines) if lines else "no measure and input have these texts in their names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
