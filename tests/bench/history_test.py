"""What history.py keeps and draws."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import history

PROGRAM = pathlib.Path(history.__file__)


def run_of(commit, ours, rivals=10.0, machine="2 cores", extent="quick"):
    return history.entry(commit, extent, machine, {"open [ms]": {"one-1k": [ours, rivals]}})


class HistoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "history.jsonl"

    def draw(self, *options):
        return subprocess.run([sys.executable, PROGRAM, "--file", self.file, *options],
                              capture_output=True, text=True, check=False)

    def test_keeps_one_line_for_a_commit(self):
        for commit, ours in ("a", 5.0), ("b", 4.0), ("b", 2.0):
            history.record(self.file, run_of(commit, ours))
        self.assertEqual([each["figures"]["open [ms]"]["one-1k"][0]
                          for each in history.read(self.file)], [5.0, 2.0])
        self.assertEqual(len(self.file.read_text().splitlines()), 2)

    def test_keeps_the_medians_of_a_run(self):
        rows = {("open", "one-1k"): {"unit": "ms", "shapels": ([5.0, 1.0, 2.0], [])},
                ("lists", "one-1k"): {"unit": "", "shapels": ([3], []), "rival": ([4], [])}}
        self.assertEqual(history.figures_of(rows), {"open [ms]": {"one-1k": [2.0, None]},
                                                    "lists": {"one-1k": [3, 4]}})

    def test_keeps_runs_of_other_machines_and_extents(self):
        for run in run_of("a", 5.0), run_of("a", 6.0, machine="8"), run_of("a", 7.0, extent="x"):
            history.record(self.file, run)
        self.assertEqual(len(history.read(self.file)), 3)

    def test_draws_ratios_oldest_first(self):
        for commit, ours in ("a", 10.0), ("b", 5.0), ("c", 2.0):
            history.record(self.file, run_of(commit, ours))
        shown = self.draw().stdout
        self.assertIn("2 cores, quick: a to c, 3 commits", shown)
        self.assertRegex(shown, r"open \[ms\] +one-1k +▁▃█ +5\.00 +5\.00")

    def test_draws_our_medians(self):
        for commit, ours in ("a", 10.0), ("b", 5.0):
            history.record(self.file, run_of(commit, ours))
        self.assertRegex(self.draw("--ours").stdout, r"one-1k +█▁ +5\.00 +0\.50")

    def test_leaves_a_gap_where_a_side_was_not_measured(self):
        for commit, rivals in ("a", 10.0), ("b", None), ("c", 20.0):
            history.record(self.file, run_of(commit, 5.0, rivals))
        self.assertRegex(self.draw().stdout, r"one-1k +▁ █ +4\.00 +2\.00")

    def test_draws_what_is_asked_for(self):
        history.record(self.file, run_of("a", 5.0))
        self.assertIn("no measure", self.draw("--measure", "hover").stdout)
        self.assertIn("one-1k", self.draw("--measure", "open", "--input", "1k").stdout)

    def test_says_that_there_are_no_figures(self):
        done = self.draw()
        self.assertEqual(done.returncode, 2)
        self.assertIn("--record", done.stderr)

    def test_names_the_line_that_is_broken(self):
        history.record(self.file, run_of("a", 5.0))
        for broken in "{", "3", '{"commit": "b"}':
            self.file.write_text(self.file.read_text().splitlines()[0] + "\n" + broken + "\n")
            done = self.draw()
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{self.file}:2:", done.stderr)
            self.assertIn(broken, done.stderr)


if __name__ == "__main__":
    unittest.main()
