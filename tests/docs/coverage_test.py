#!/usr/bin/python3
"""Does check_coverage.py make the table, and find each mistake? On small repositories of its own."""
import pathlib
import tempfile
import unittest

import check_coverage
import coverage_table

ROWS = """<!-- left out -->
# Coverage

| key | construct | covered? | note |
|---|---|---|---|
| plain | writes | yes | |
| noted | all of them | yes | every one of {} |
| half | some | partly | one device only |
| never | none | no | there is none |
"""
FILES = {
    "tests/e2e/kernels/accesses/write-10.cl": "kernel void k() {}\n//covers: plain\n",
    "tests/e2e/kernels/accesses/write-9.cl": "kernel void k() {}\n//covers: plain, half\n",
    "tests/lit/prepare/a.ll": "; covers: plain\n",
    "tests/host/unit/a_test.cc": "// covers: plain\nTEST_F(Suite, Case) {\n",
    "tests/e2e/CMakeLists.txt": "  # covers(e2e.*): noted\n",
    "tests/e2e/README.md": "//covers: nothing\n",
}
MADE = """# Coverage

| construct | covered? | tests, or why not |
|---|---|---|
| writes | yes | `e2e.write-9`, `e2e.write-10`, `host.unit.Suite.Case`, `lit.prepare` |
| all of them | yes | every one of `e2e.*` |
| some | partly | one device only: `e2e.write-9` |
| none | no | there is none |
"""
TESTS = ["e2e.write-9", "e2e.write-10", "host.unit.Suite.Case", "lit.prepare"]


class CoverageTest(unittest.TestCase):
    def mistakes(self, changed=None, template=ROWS, made=None, tests=None):
        """Of the repository above with the files `changed`; its document is what --update makes, if none is given."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**FILES, **(changed or {})}.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            covered = check_coverage.covered_by(coverage_table.covers_lines(folder))
            made = made or coverage_table.document(template, covered)
            return check_coverage.mistakes(folder, template, made, TESTS if tests is None else tests)

    def one_mistake(self, words, **given):
        found = self.mistakes(**given)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_the_table(self):
        self.assertEqual(self.mistakes(made=MADE), [])

    def test_a_document_that_says_something_else(self):
        self.one_mistake("--update", made=MADE.replace("write-9", "write-8"))

    def test_a_line_with_an_unknown_key(self):
        self.one_mistake("no row 'odd'", changed={"tests/lit/prepare/a.ll": "; covers: plain, odd\n"})

    def test_a_test_that_does_not_exist(self):
        self.one_mistake("write-9.cl:2: there is no test e2e.write-9", tests=[t for t in TESTS if t != "e2e.write-9"])

    def test_a_line_that_no_test_follows(self):
        self.one_mistake("which test?", changed={"tests/certify/CMakeLists.txt": "# covers: plain\n"})

    def test_a_row_without_a_test(self):
        self.one_mistake("row new: covered, but by no test", template=ROWS + "| new | new | yes | said elsewhere |\n")

    def test_a_row_without_a_reason(self):
        self.one_mistake("row new: neither covered nor a reason", template=ROWS + "| new | new | no | `…` |\n")

    def test_a_third_answer(self):
        self.one_mistake("'maybe' is none of", template=ROWS + "| new | new | maybe | why |\n")

    def test_two_rows_of_one_key(self):
        self.one_mistake("row plain: 2 of this key", template=ROWS + "| plain | new | yes | |\n")

    def test_a_key_that_is_none(self):
        self.one_mistake("a key is of small letters", template=ROWS + "| a, b | new | no | why |\n")

    def test_a_note_that_names_a_test(self):
        self.one_mistake("its note names the test lit.prepare", template=ROWS + "| new | new | no | why: `lit.prepare` |\n")

    def test_no_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(check_coverage.mistakes(folder, "# Coverage\n", "# Coverage\n", TESTS),
                             ["coverage_rows.md: no rows"])


if __name__ == "__main__":
    unittest.main()
