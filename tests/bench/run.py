"""Measures shapels against mlir-lsp-server and mlir-opt, side by side.

usage: run.py SHAPELS [--quick | --nightly] [--inputs FOLDER] [--lsp-bench PROGRAM]
              [--only TEXT] [--record]

Prints one table. A ratio is the rival's number by ours: above 1, shapels is
better. Slowness never makes it fail; a wrong answer does (exit code 1).
"""

import argparse
import collections
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import generate
import history

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parents[2] / "shared/corpus/upstream"
LLVM_BIN = "/usr/lib/llvm-22/bin"
FEW_SAMPLES = 20

# What is run on an input: how many sessions, the seconds that the edits of one
# kind may go on, and the bursts (of the first session).
Plan = collections.namedtuple("Plan", "rounds budget bursts")
QUICK = {
    "many-1k": Plan(1, 0.5, "10,50"),
    "one-10k": Plan(1, 1, "10"),
    "many-10k": Plan(1, 1, "10"),
    "densehex-1k": Plan(1, 1, ""),
}
DEFAULT = {
    "one-1k": Plan(2, 0.5, "10,50"),
    "one-10k": Plan(2, 1, "10,50"),
    "one-100k": Plan(2, 1, "10"),
    "many-10k": Plan(2, 1, "10,50"),
    "many-100k": Plan(2, 1, "10"),
    "nested-10k": Plan(2, 1, "10"),
    "blocks-10k": Plan(2, 1, "10"),
    "densehex-1k": Plan(2, 1, "10"),
    "dense-1k": Plan(1, 1, ""),
}
NIGHTLY = {f"{kind}-{size}": Plan(5, 10, "10,50")
           for size in ("1k", "10k", "100k") for kind in ("one", "many", "nested", "blocks")}
NIGHTLY |= {"densehex-1k": Plan(5, 10, "10,50"), "dense-1k": Plan(3, 10, "10"),
            "one-1M": Plan(2, 10, "10"), "many-1M": Plan(2, 10, "10")}
# What is opened beside the smallest inputs, while they are hovered in.
BESIDE = {"quick": "many-10k", "default": "many-100k", "nightly": "many-1M"}
# Pairs of runs of --check.
CHECK_ROUNDS = {"quick": 2, "default": 3, "nightly": 7}


class Results:
    """Samples by (measure, input) and side, in the order they were first seen."""

    def __init__(self):
        self.rows = {}
        self.notes = []
        self.failed = False

    def add(self, measure, name, side, unit, samples, cpu=None):
        row = self.rows.setdefault((measure, name), {"unit": unit})
        wall, processor = row.setdefault(side, ([], []))
        wall += samples
        processor += [] if cpu is None else [cpu]

    def note(self, text):
        self.notes.append(text)
        print(f"  {text}", file=sys.stderr)

    def wrong(self, side, text):
        """Our wrong answers fail the run; a rival's are told."""
        self.failed |= side == "shapels"
        self.note(f"WRONG ({side}): {text}")


# --- What to run --------------------------------------------------------------


def find_program(name):
    for candidate in (f"{name}-22", f"{LLVM_BIN}/{name}", name):
        if found := shutil.which(candidate):
            return found
    return None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("shapels", type=pathlib.Path)
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="small inputs, under a minute")
    extent.add_argument("--nightly", action="store_true", help="also 1M ops, more samples")
    parser.add_argument("--inputs", type=pathlib.Path, help="cache of generated inputs")
    parser.add_argument("--lsp-bench", type=pathlib.Path, help="default: beside SHAPELS")
    parser.add_argument("--only", default="", help="inputs whose names contain this text")
    parser.add_argument("--record", action="store_true", help="keep the figures: history.py")
    arguments = parser.parse_args()
    if not arguments.shapels.exists():
        parser.error(f"there is no {arguments.shapels}")
    binaries = arguments.shapels.resolve().parent
    arguments.inputs = arguments.inputs or binaries.parent / "bench-inputs"
    arguments.lsp_bench = arguments.lsp_bench or binaries / "lsp_bench"
    return arguments


def extent_of(arguments):
    return "quick" if arguments.quick else "nightly" if arguments.nightly else "default"


def plans_of(arguments):
    plans = QUICK if arguments.quick else NIGHTLY if arguments.nightly else DEFAULT
    return {name: plan for name, plan in plans.items() if arguments.only in name}


# --- Language server ----------------------------------------------------------


def run_session(results, arguments, side, server, sync, path, plan, is_first):
    command = [arguments.lsp_bench, "--input", path, "--sync", sync,
               "--budget", str(plan.budget), "--bursts", plan.bursts if is_first else ""]
    if path.stem in ("one-1k", "many-1k") and is_first:
        command += ["--beside", generate.ensure(arguments.inputs, BESIDE[extent_of(arguments)])]
    done = subprocess.run([*map(str, command), "--", *server, "--log=error"],
                          capture_output=True, text=True)
    for line in done.stdout.splitlines():
        row = json.loads(line)
        results.add(row["measure"], path.stem, side, row["unit"], row["samples"], row.get("cpu"))
    if done.returncode:
        results.wrong(side, f"{path.stem}: {done.stderr.strip()}")
    return done.returncode == 0


def bench_servers(results, arguments, paths, plans):
    if not arguments.lsp_bench.exists():
        results.wrong("shapels", f"no language server is measured: there is no "
                      f"{arguments.lsp_bench}; build the target lsp_bench")
        return
    # In one process, so that its CPU and memory can be read; what the
    # supervisor adds to a keystroke, supervisor_cost.py measures.
    servers = {"shapels": ([str(arguments.shapels), "--no-supervisor"], "incremental")}
    if rival := find_program("mlir-lsp-server"):
        servers["rival"] = ([rival], "full")
    else:
        results.note("mlir-lsp-server is not installed: its columns are empty "
                     "(apt install mlir-22-tools)")
    for path in paths:
        progress(f"servers on {path.stem}")
        sides = dict(servers)
        for number in range(plans[path.stem].rounds):
            for side, (server, sync) in list(sides.items()):
                if not run_session(results, arguments, side, server, sync, path,
                                   plans[path.stem], number == 0):
                    del sides[side]


# --- Batch checks -------------------------------------------------------------


def run_process(command):
    """Exit code, output, and seconds, CPU seconds, peak MiB of all its processes."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        measured = [sys.executable, "-I", "-S", HERE / "measured.py", file.name, *command]
        output = subprocess.run(measured, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                check=True).stderr
        took = json.load(file)
    return took["code"], output, took["wall"], took["cpu"], took["memory"]


def add_check(results, name, side, wall, cpu, memory):
    results.add("check", name, side, "ms", [wall * 1000], cpu * 1000)
    results.add("check, peak memory", name, side, "MiB", [memory])


def check_file(results, path, side, command):
    code, output, *numbers = run_process([*command, path])
    if code:
        results.wrong(side, f"check of {path.stem} ends with {code}: {output[:500].decode()}")
        return False
    add_check(results, path.stem, side, *numbers)
    return True


def corpus_files(results, mlir_opt):
    """MLIR's own tests, without those that kill its verifier."""
    if not CORPUS.is_dir():
        results.note(f"skipped: {CORPUS} is not there")
        return []
    files = sorted(CORPUS.glob("*.mlir"))
    killers = [path for path in files if mlir_opt and run_process([*mlir_opt, path])[0] < 0]
    if killers:
        results.note("left out of the corpus, because mlir-opt crashes: "
                     + ", ".join(path.name for path in killers))
    return [path for path in files if path not in killers]


def check_corpus(results, side, commands, name, codes=None):
    """One process after the other, added up; each must end with one of the codes."""
    runs = [run_process(command) for command in commands]
    for code, output, *_ in runs:
        if codes and code not in codes:
            results.wrong(side, f"{name}: check ends with {code}: {output[:500].decode()}")
            return
    walls, cpus, memories = zip(*(run[2:] for run in runs))
    add_check(results, name, side, sum(walls), sum(cpus), max(memories))


def bench_corpus(results, shapels, mlir_opt, rounds):
    """All files in one run of ours, and, as mlir-opt can only, in a run for each."""
    progress("--check on the corpus")
    files = corpus_files(results, mlir_opt)
    whole = f"corpus, {len(files)} files"
    # Without mlir-opt nobody has said which files nothing can check.
    codes = (0, 1) if mlir_opt else (0, 1, 2)
    for number in range(rounds if files else 0):
        rivals = [[*mlir_opt, path] for path in files] if mlir_opt else []
        runs = [(whole, [[*shapels, *files]])]
        # Slow, and mostly start-up.
        if number == 2:
            runs.append((whole + ", each alone", [[*shapels, path] for path in files]))
        for name, commands in runs:
            check_corpus(results, "shapels", commands, name, codes)
            if rivals:
                check_corpus(results, "rival", rivals, name)


def bench_checks(results, arguments, paths, rounds):
    commands = {"shapels": [str(arguments.shapels), "--check"]}
    if mlir_opt := find_program("mlir-opt"):
        commands["rival"] = [mlir_opt, "-o", "/dev/null"]
    else:
        results.note("mlir-opt is not installed: its columns are empty (apt install mlir-22-tools)")
    for path in paths:
        progress(f"--check on {path.stem}")
        sides = dict(commands)
        for _ in range(rounds):
            for side in list(sides):
                if not check_file(results, path, side, sides[side]):
                    del sides[side]
    if mlir_opt:
        mlir_opt = [mlir_opt, "--split-input-file", "--allow-unregistered-dialect",
                    "-o", "/dev/null"]
    bench_corpus(results, commands["shapels"], mlir_opt, rounds)


# --- The table ----------------------------------------------------------------


def progress(text):
    print(f"... {text}", file=sys.stderr, flush=True)


def number(value):
    if value is None:
        return ""
    digits = 0 if value >= 100 or value == int(value) else 1 if value >= 10 else 2
    return f"{value:.{digits}f}"


def median(samples):
    return statistics.median(samples) if samples else None


def percentile99(samples):
    """Nothing where there are too few samples to speak of one."""
    if len(samples) < FEW_SAMPLES:
        return None
    return sorted(samples)[min(len(samples) - 1, int(len(samples) * 0.99))]


def ratio(ours, rivals):
    return f"{rivals / ours:.2f}" if ours and rivals is not None else ""


def table_row(key, row):
    ours, ours_cpu = row.get("shapels", ([], []))
    rivals, rivals_cpu = row.get("rival", ([], []))
    unit = f" [{row['unit']}]" if row["unit"] else ""
    return [key[0] + unit, key[1],
            number(median(ours)), number(percentile99(ours)), number(median(ours_cpu)),
            number(median(rivals)), number(percentile99(rivals)), number(median(rivals_cpu)),
            ratio(median(ours), median(rivals)), ratio(median(ours_cpu), median(rivals_cpu))]


def print_table(results):
    header = ["measure", "input", "shapels", "p99", "CPU", "rival", "p99", "CPU",
              "ratio", "CPU ratio"]
    measures = list(dict.fromkeys(key[0] for key in results.rows))
    order = sorted(results.rows, key=lambda key: measures.index(key[0]))
    rows = [table_row(key, results.rows[key]) for key in order]
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    rules = ["-" * width for width in widths]
    for row in [header, rules, *rows]:
        cells = [text.ljust(width) if at < 2 else text.rjust(width)
                 for at, (text, width) in enumerate(zip(row, widths))]
        print("| " + " | ".join(cells) + " |")


def record(results, extent):
    commit = history.commit_of(HERE)
    machine = f"{os.cpu_count()} cores, {cpu_model()}"
    history.record(history.FILE, history.entry(commit, extent, machine,
                                               history.figures_of(results.rows)))
    results.note(f"kept as {commit} in {history.FILE}; ./dev bench --history draws it")


def cpu_model():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(": ")[1] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def print_legend(results):
    print(f"\nMedians; p99 where there are {FEW_SAMPLES} samples or more; CPU: processor time of "
          "the server per sample,\nwhich noise disturbs less. Ratio: the rival's by ours, so "
          "above 1 shapels is better.")
    for note in results.notes:
        print(note)
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"Machine: {os.cpu_count()} cores, {cpu_model()}, {platform.system()} "
          f"{platform.release()}; load {load}; {time.strftime('%Y-%m-%d %H:%M')}")


def print_unknown_dialects(results, arguments):
    """Files of dialects that are not built in: what is answered, and what it costs."""
    corpus = CORPUS.parent
    if not corpus.is_dir() or arguments.only:
        return
    progress("dialects that are not built in")
    coverage = [HERE.parent / "corpus/opaque_coverage.py", arguments.shapels, corpus]
    if rival := find_program("mlir-lsp-server"):
        coverage += ["--rival", rival]
    for command in coverage, [HERE / "unknown_dialects.py", arguments.shapels, corpus]:
        print(flush=True)
        if subprocess.run([sys.executable, *map(str, command)]).returncode:
            results.wrong("shapels", f"{command[0].name} failed")


def note_skipped(results, plans, extent):
    """What a nightly run would measure."""
    inputs = [name for name in NIGHTLY if name not in plans]
    bursts = [f"{burst} on {name}" for name, plan in plans.items()
              for burst in NIGHTLY[name].bursts.split(",") if burst not in plan.bursts.split(",")]
    for what, names in (("inputs", inputs), ("bursts", bursts)):
        if names:
            results.note(f"skipped {what}, because this is a {extent} run: " + ", ".join(names))


def recover_types(results, arguments):
    """The table of what is inferred of the ops in public files, and as JSON."""
    if not CORPUS.is_dir():
        return
    progress("what is inferred in the corpus")
    path = arguments.inputs.parent / "recovered.json"
    done = subprocess.run([sys.executable, HERE.parent / "corpus/erase_and_recover.py",
                           arguments.shapels, CORPUS.parents[1], "--table", "--json", path],
                          capture_output=True, text=True)
    print(done.stdout)
    if done.returncode:
        results.wrong("shapels", f"what is inferred in the corpus: {done.stderr.strip()}")
    results.note(f"what is inferred by op, as JSON: {path}")


def main():
    arguments = parse_arguments()
    plans = plans_of(arguments)
    extent = extent_of(arguments)
    results = Results()
    note_skipped(results, plans, extent)
    progress("inputs")
    paths = [generate.ensure(arguments.inputs, name) for name in plans]
    bench_servers(results, arguments, paths, plans)
    bench_checks(results, arguments, paths, CHECK_ROUNDS[extent])
    if not arguments.only:
        recover_types(results, arguments)
    print_table(results)
    if arguments.record and not results.failed:
        record(results, extent)
    print_legend(results)
    if extent != "quick":
        print_unknown_dialects(results, arguments)
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
