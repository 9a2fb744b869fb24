#!/usr/bin/python3
"""The comparison of entry signatures."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import signatures  # noqa: E402

OURS = """
.visible .entry k(
	.param .u64 .ptr .global .align 4 k_param_0,
	.param .u64 .ptr .shared .align 16 k_param_1, // a local argument
	.param .u32 k_param_2,
	.param .align 16 .b8 k_param_3[16]
)
.reqntid 8, 4, 2
{ ret; }
.visible .entry none() { ret; }
"""


class Signatures(unittest.TestCase):
    def test_entries(self):
        self.assertEqual(signatures.entries(OURS), {
            "k": [".u64 .ptr .global", ".u64 .ptr .shared", ".u32", ".align 16 .b8[16]"],
            "none": []})

    def test_equal(self):
        theirs = OURS.replace("k_param_0", "a").replace(".align 4 a", ".align 1 a")
        self.assertEqual(signatures.differences(theirs, OURS), [])

    def test_different(self):
        theirs = OURS.replace(".shared", ".global")
        self.assertEqual(len(signatures.differences(theirs, OURS)), 1)
        self.assertIn("no entry none", signatures.differences(
            OURS.replace("none", "other"), OURS)[0])


if __name__ == "__main__":
    unittest.main()
