#!/usr/bin/python3
"""The parser of compute-sanitizer's output on text of the documented forms."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import sanitizer  # noqa: E402

RACES = """time_ms 3.5
========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at 0xe0 in /home/me/twins.cu:31:k(const int *, int *)
=========     and Read access at 0x110 in /home/me/twins.cu:33:k(const int *, int *) [512 hazards]
=========
========= Warning: Race reported between Read access at 0x90 in twins.cu:40:k(const int *, int *)
=========     and Write access at 0xa0 in twins.cu:40:k(const int *, int *) [64 hazards]
=========     and Write access at 0xb0 in twins.cu:41:k(const int *, int *) [64 hazards]
=========
========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)
"""

NEWER = """========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at void reduction<(bool)0>(const int *, int *)+0xe0 in twins.cu:31
=========     and Read access at void reduction<(bool)0>(const int *, int *)+0x110 in twins.cu:33 [3072 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
"""

BARRIERS = """========= COMPUTE-SANITIZER
========= Barrier error detected. Divergent thread(s) in block.
=========     at 0x250 in twins.cu:95:k(const int *, int *)
=========     by thread (0,0,0) in block (0,0,0)
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame: [0x2d1b04] in /usr/lib/libcuda.so.1
=========
========= Barrier error detected. Divergent thread(s) in block.
=========     at 0x250 in twins.cu:95:k(const int *, int *)
=========     by thread (1,0,0) in block (0,0,0)
=========
========= ERROR SUMMARY: 2 errors
"""


class Parse(unittest.TestCase):
    def test_races(self):
        result = sanitizer.parse(RACES)
        self.assertEqual(result["summary"], 2)
        first, second = result["findings"]
        self.assertEqual(first, {"kind": "race", "severity": "error", "count": 512,
                                 "places": ["twins.cu:31", "twins.cu:33"]})
        self.assertEqual(second["severity"], "warning")
        self.assertEqual(second["places"], ["twins.cu:40", "twins.cu:40", "twins.cu:41"])

    def test_newer_form(self):
        result = sanitizer.parse(NEWER)
        self.assertEqual(result["summary"], 1)
        self.assertEqual(result["findings"], [
            {"kind": "race", "severity": "error", "count": 3072,
             "places": ["twins.cu:31", "twins.cu:33"]}])

    def test_barriers(self):
        result = sanitizer.parse(BARRIERS)
        self.assertEqual(result["summary"], 2)
        self.assertEqual(len(result["findings"]), 1)
        self.assertEqual(result["findings"][0]["count"], 2)
        self.assertEqual(result["findings"][0]["places"], ["twins.cu:95"])

    def test_nothing(self):
        text = "========= COMPUTE-SANITIZER\ntime_ms 1\n========= ERROR SUMMARY: 0 errors\n"
        self.assertEqual(sanitizer.parse(text), {"findings": [], "summary": 0})

    def test_one_that_did_not_finish(self):
        self.assertIsNone(sanitizer.parse("========= COMPUTE-SANITIZER\n")["summary"])
        self.assertIsNone(sanitizer.parse("")["summary"])


if __name__ == "__main__":
    unittest.main()
