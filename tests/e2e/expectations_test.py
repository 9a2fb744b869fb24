#!/usr/bin/python3
"""Tests of expectations.py itself: a wrong report must not pass."""
import copy
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import expectations  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def access(op, line, item, group):
    return {"op": op, "copy": False, "line": line, "column": 3, "global_id": [item, 0, 0],
            "group_id": [group, 0, 0]}


FORM = {"rule": "data-race", "kind": "write-write", "reach": "inter-group", "region": "global",
           "severity": "error", "kernel": "k", "why": "different work-groups",
           "repair": "use an atomic operation", "memory": None,
           "count": 4, "launches": 1,
           "accesses": [access("write", 4, 0, 0), access("write", 5, 1, 1)]}


def mistake(form):
    """A finding of the report that has but this form."""
    return dict(form, id="0123456789ab", repaired_with=None, forms=[form])


FINDING = mistake(FORM)
REPORT = {"findings": [FINDING], "not_instrumented": [], "incomplete": [], "launches": 1,
          "summary": {"launches_pruned": 0}}


class ExpectationsTest(unittest.TestCase):
    def kernel(self, *lines):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "a.cl"
        path.write_text("\n".join(lines + ("//launch: kernel=k global=2", "kernel void k() {}")))
        return expectations.Kernel(path)

    def race(self, *more):
        return self.kernel("//lockstep: race write-write inter-group global a.cl:5 a.cl:4", *more)

    def changed(self, **fields):
        report = copy.deepcopy(REPORT)
        report["findings"] = [mistake(dict(FORM, **fields))]
        return report

    def test_exact_finding_passes_in_either_order(self):
        self.assertEqual(self.race().mismatches(REPORT), [])

    def test_every_field_counts(self):
        for field, value in (("rule", "barrier-divergence"), ("kind", "read-write"), ("region", "local"),
                             ("kernel", "other"), ("severity", "warning"), ("why", ""),
                             ("accesses", [access("write", 4, 0, 0), access("write", 6, 1, 1)]),
                             ("accesses", [access("write", 4, 1, 1), access("write", 5, 1, 1)]),
                             ("accesses", [access("read", 4, 0, 0), access("read", 5, 1, 1)])):
            self.assertNotEqual(self.race().mismatches(self.changed(**{field: value})), [], field)

    def test_missing_and_superfluous_findings_fail(self):
        self.assertNotEqual(self.race().mismatches(dict(REPORT, findings=[])), [])
        self.assertNotEqual(self.kernel("//lockstep: clean").mismatches(REPORT), [])
        self.assertEqual(self.kernel("//lockstep: clean").mismatches(dict(REPORT, findings=[])), [])

    def test_of_several_maybes_one_is_needed(self):
        lines = ["//lockstep: maybe race write-write inter-group global a.cl:4 a.cl:5",
                 "//lockstep: maybe race read-write inter-group global a.cl:4 a.cl:5"]
        self.assertEqual(self.kernel(*lines).mismatches(REPORT), [])
        self.assertNotEqual(self.kernel(*lines).mismatches(dict(REPORT, findings=[])), [])

    def test_limits_and_uninstrumented_kernels_fail(self):
        self.assertNotEqual(self.race().mismatches(dict(REPORT, incomplete=[{"what": "x"}])), [])
        self.assertNotEqual(self.race().mismatches(dict(REPORT, not_instrumented=[{"reason": "x"}])), [])
        self.assertNotEqual(self.race().mismatches(dict(REPORT, launches=0)), [])

    def test_a_kernel_left_out_must_be_reported_with_its_reason(self):
        kernel = self.kernel("//lockstep: not-instrumented copies of")
        empty = dict(REPORT, findings=[])
        said = dict(empty, not_instrumented=[{"reason": "copies of things"}])
        self.assertEqual(kernel.mismatches(said), [])
        self.assertNotEqual(kernel.mismatches(empty), [])
        self.assertNotEqual(kernel.mismatches(dict(said, findings=[FINDING])), [])

    def test_divergence_must_be_the_same_every_time(self):
        kernel = self.kernel("//lockstep: divergence a.cl:4 a.cl:5")
        found = dict(FORM, rule="barrier-divergence", kind="left", launches=5, count=10)
        report = dict(REPORT, findings=[mistake(found)], launches=5)
        self.assertEqual(kernel.mismatches(report), [])
        for wrong in ({"launches": 4}, {"count": 9}):
            report["findings"] = [mistake(dict(found, **wrong))]
            self.assertNotEqual(kernel.mismatches(report), [])

    def test_a_form_behind_the_first_counts_as_well(self):
        other = dict(FORM, kind="read-write")
        both = dict(FINDING, forms=[FORM, other])
        report = dict(REPORT, findings=[both])
        self.assertNotEqual(self.race().mismatches(report), [])
        kernel = self.race("//lockstep: race read-write inter-group global a.cl:5 a.cl:4")
        self.assertEqual(kernel.mismatches(report), [])

    def test_lists_of_mistakes_that_cannot_be(self):
        for wrong in ([FINDING, FINDING], [dict(FINDING, kind="read-write")],
                      [dict(FINDING, repaired_with="ba9876543210")],
                      [dict(FINDING, repaired_with=FINDING["id"])]):
            self.assertNotEqual(self.race().mismatches(dict(REPORT, findings=wrong)), [])

    def test_items(self):
        self.assertEqual(self.race("//items: 1,0,0 0,0,0").mismatches(REPORT), [])
        self.assertNotEqual(self.race("//items: 2,0,0 0,0,0").mismatches(REPORT), [])

    def test_every_kernel_file_reads_and_has_its_twin(self):
        files = sorted((HERE / "kernels").glob("*/*.cl"))
        self.assertGreater(len(files), 100)
        for file in files:
            kernel, fixed = expectations.Kernel(file), file.name.endswith(".fixed.cl")
            self.assertTrue(kernel.clean == fixed or kernel.not_instrumented, file.name)
            twin = file.name.replace(".fixed.cl", ".cl") if fixed else file.name.replace(".cl", ".fixed.cl")
            self.assertTrue(file.with_name(twin).exists(), twin)
            for expected in kernel.expected:
                for line in expected.lines:
                    self.assertIn(line, ["*"] + list(range(1, len(file.read_text().splitlines()) + 1)))


if __name__ == "__main__":
    unittest.main()
