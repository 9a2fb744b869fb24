#!/usr/bin/python3
"""Which races between commands are one finding, and that a baseline with one does not hide another.

usage: check_merging.py LOCKSTEP PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

LOCKSTEP = PROGRAM = ""


class Merging(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_it(self, *words, options=(), command=None, report="report.json"):
        """Its status, and how often each of the findings was seen, by id."""
        report = os.path.join(self.folder.name, report)
        done = subprocess.run([LOCKSTEP, "run", "--format=json", f"--report={report}", *options, "--",
                               *(command or [PROGRAM, *words])], capture_output=True, text=True, timeout=200, check=False)
        with open(report, encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        return done.returncode, {finding["id"]: finding["count"] for finding in findings}

    def test_a_loop_makes_one(self):
        status, once = self.run_it("4096")
        again, thrice = self.run_it("4096", "4096", "4096")
        self.assertEqual((status, again, len(once)), (66, 66, 1))
        self.assertEqual(once.keys(), thrice.keys())
        self.assertGreater(min(thrice.values()), min(once.values()))

    def test_memory_of_another_size_is_another(self):
        _, one = self.run_it("4096")
        _, two = self.run_it("4096", "8192")
        identity, = one
        self.assertEqual(sorted(two), [identity, identity + "-2"])

    def test_so_is_another_place_where_that_is_known(self):
        self.assertEqual(len(self.run_it("4096", "+4096")[1]), 1)
        self.assertEqual(len(self.run_it("4096", "+4096", options=["--host-stacks=1"])[1]), 2)
        self.assertEqual(len(self.run_it("4096", "4096", options=["--host-stacks=1"])[1]), 1)

    def test_a_baseline_hides_what_it_has(self):
        self.run_it("4096", report="known.json")
        known = os.path.join(self.folder.name, "known.json")
        self.assertEqual(self.run_it("4096", "4096", options=[f"--baseline={known}"])[0], 0)
        status, new = self.run_it("4096", "8192", options=[f"--baseline={known}"])
        self.assertEqual((status, len(new)), (66, 1))

    def test_two_processes(self):
        both = f"{PROGRAM} 4096; {PROGRAM} 8192; {PROGRAM} 4096"
        self.assertEqual(len(self.run_it(command=["sh", "-c", both])[1]), 2)


if __name__ == "__main__":
    LOCKSTEP, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:3])
    unittest.main(argv=sys.argv[:1])
