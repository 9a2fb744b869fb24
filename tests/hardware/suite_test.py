#!/usr/bin/python3
"""How the suite judges what its tools say, with no device."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import twins  # noqa: E402

loader = importlib.machinery.SourceFileLoader("suite", str(HERE / "run"))
suite = importlib.util.module_from_spec(importlib.util.spec_from_loader("suite", loader))
loader.exec_module(suite)


class Finished:
    def __init__(self, stdout="", stderr="", returncode=0):
        self.stdout, self.stderr, self.returncode = stdout, stderr, returncode


class FakeSuite:
    """A machine whose twins take 2 ms, 40 under racecheck, and whose synccheck dies."""

    def run(self, *command, **environment):
        words = [str(word) for word in command]
        if "--tool=racecheck" in words:
            return Finished("time_ms 40\n========= Error: Race reported between Write access at 0xe0 "
                            "in twins.cu:31:k(int *)\n=========     and Read access at 0x110 in "
                            "twins.cu:31:k(int *) [512 hazards]\n=========\n"
                            "========= RACECHECK SUMMARY: 1 hazard displayed (1 error)\n")
        if "--tool=synccheck" in words:
            return Finished("========= COMPUTE-SANITIZER\n", "killed", 1)
        return Finished("time_ms 2\n")


class Judging(unittest.TestCase):
    def test_litmus(self):
        seen = {"executions": 9, "forbidden": False, "histogram": [{"state": {"r": 1}, "count": 9}]}
        self.assertEqual(suite.judge_litmus({"device": seen})["result"], "pass")
        self.assertEqual(suite.judge_litmus({"device": {**seen, "forbidden": True}})["result"],
                         "fail")
        self.assertEqual(suite.judge_litmus({"device": {"not_run": "no such scope"}}),
                         {"result": "unavailable", "why": ["no such scope"]})
        self.assertEqual(suite.judge_litmus({})["result"], "unavailable")

    def test_geometric_mean(self):
        self.assertAlmostEqual(suite.geometric_mean([2, 8, None]), 4)
        self.assertIsNone(suite.geometric_mean([None]))

    def test_times(self):
        self.assertEqual(twins.milliseconds("a\ntime_ms 1.5e-03\n"), 0.0015)
        self.assertIsNone(twins.milliseconds("time_ms\n"))
        self.assertIsNone(twins.ratio(None, 2))

    def test_what_the_sanitizer_found_and_cost(self):
        made = twins.Twins(FakeSuite(), tempfile.gettempdir())
        made.missing = "no nvcc on this machine"
        self.assertEqual(made.cuda("scan", "racy"),
                         {"result": "unavailable", "why": ["no nvcc on this machine"]})
        made.program = "twins"
        find, twins.find = twins.find, lambda tool: tool
        try:
            row = made.cuda("scan", "racy")
        finally:
            twins.find = find
        self.assertEqual(row["native_ms"], 2)
        self.assertEqual(row["racecheck"]["ratio"], 20)
        self.assertEqual(row["racecheck"]["findings"][0]["count"], 512)
        self.assertEqual(row["synccheck"]["result"], "fail")
        row = {"lockstep": {"findings": ["a race"], "default_ratio": 1.5}, "cuda": row}
        self.assertEqual(twins.line(row), "lockstep 1 findings 1.5x, racecheck 1 findings 20x, "
                                          "synccheck 0 findings no time")


if __name__ == "__main__":
    unittest.main()
