#!/usr/bin/python3
"""Every change that lockstep may advise has a pair of kernels in which it was made, and the finding is gone.

A pair: NAME.cl with a line `//repair:` that names the change, which check_kernel.py compares with the report, and
NAME.fixed.cl with a line `//made:`, which lockstep finds clean.
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import expectations  # noqa: E402
import repairs  # noqa: E402

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"


def pairs():
    """(name of the fixed file, the change made there, the repairs of its twin), of each `//made:` line."""
    for file in sorted(KERNELS.glob("*/*.fixed.cl")):
        for change in expectations.Kernel(file).made:
            racy = expectations.Kernel(file.with_name(file.name.replace(".fixed.cl", ".cl")))
            yield file.name, change, racy.repairs


class RepairsTest(unittest.TestCase):
    def test_the_table_is_read_as_the_compiler_reads_it(self):
        rows = re.findall(r"^LOCKSTEP_REPAIR", repairs.TABLE.read_text(), re.MULTILINE)
        self.assertEqual(len(repairs.templates()), len(rows))
        self.assertGreater(len(rows), 40)

    def test_what_was_made_is_what_was_advised(self):
        for name, change, advised in pairs():
            self.assertIsNotNone(repairs.name_of(change), f"{name}: no row of the table: {change}")
            self.assertTrue(any(change in text for text in advised), f"{name}: not advised: {change}")

    def test_every_row_has_a_pair(self):
        made = {repairs.name_of(change) for _, change, _ in pairs()}
        self.assertEqual([name for name in repairs.templates() if name not in made], [])

    def test_other_texts_are_noticed(self):
        flag = "add CLK_LOCAL_MEM_FENCE to the barrier's flags"
        self.assertTrue(repairs.is_made_of_rows(flag))
        self.assertTrue(repairs.is_made_of_rows(f"launch fewer work-items, or {flag}; between the work-groups: {flag}"))
        self.assertFalse(repairs.is_made_of_rows("pray"))
        self.assertFalse(repairs.is_made_of_rows(f"{flag}, or pray"))


if __name__ == "__main__":
    unittest.main()
