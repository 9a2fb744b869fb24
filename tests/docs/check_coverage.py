#!/usr/bin/python3
"""Checks docs/coverage.md: it is what coverage_rows.md and the `covers:` lines of the tests make.

Usage: check_coverage.py --build DIR [--update]
With --update the document is written first. The rest is checked in any case: each `covers:` line names a test
that CTest has and rows that exist; each row with `yes` has a test, each other one a reason.
"""
import argparse
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

import coverage_table

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tests_of(build):
    """The names of all tests that CTest knows in `build`, also of those that it is not to run there."""
    listed = subprocess.run(["ctest", "-C", "Each", "-N"], cwd=build, capture_output=True, text=True, check=True)
    return [line.split(":", 1)[1].strip().removesuffix(" (Disabled)") for line in listed.stdout.splitlines()
            if re.match(r"\s*Test\s+#\d+:", line)]


def wrong_lines(lines, keys, tests):
    """What is wrong with the `covers:` lines (place, test, keys), as sentences."""
    for place, name, covered in lines:
        if name is None:
            yield f"{place}: which test? Say covers(NAME): …"
        elif not fnmatch.filter(tests, name):
            yield f"{place}: there is no test {name}"
        for key in covered:
            if key not in keys:
                yield f"{place}: coverage_rows.md has no row '{key}'"


def wrong_rows(rows, covered, tests):
    """What is wrong with the rows, as sentences. `covered`: for each key the names of its tests."""
    if not rows:
        yield "coverage_rows.md: no rows"
    for key, count in collections.Counter(row.key for row in rows).items():
        if count > 1:
            yield f"row {key}: {count} of this key"
    for row in rows:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.key):
            yield f"row {row.key}: a key is of small letters, digits and single hyphens"
        if row.covered not in ("yes", "no", "partly"):
            yield f"row {row.key}: '{row.covered}' is none of yes, no, partly"
        elif row.covered == "yes" and not covered.get(row.key):
            yield f"row {row.key}: covered, but by no test"
        elif row.covered != "yes" and not re.sub(r"`[^`]*`|[\W_]", "", row.note):
            yield f"row {row.key}: neither covered nor a reason"
        for word in re.findall(r"`([^`]+)`", row.note):
            if fnmatch.filter(tests, word):
                yield f"row {row.key}: its note names the test {word}, which should say so itself: covers: {row.key}"


def mistakes(root, template, text, tests):
    """All that is wrong, as sentences. `template`: of coverage_rows.md; `text`: of the document; `tests`: CTest's."""
    rows = coverage_table.rows(template)
    lines = list(coverage_table.covers_lines(root))
    covered = covered_by(lines)
    wrong = list(wrong_lines(lines, {row.key for row in rows}, tests))
    wrong += wrong_rows(rows, covered, tests)
    if coverage_table.document(template, covered) != text:
        wrong.append("docs/coverage.md is not what rows and tests say: run tests/docs/check_coverage.py with --update")
    return wrong


def covered_by(lines):
    """For each key the names of its tests."""
    covered = collections.defaultdict(list)
    for _, name, keys in lines:
        for key in keys:
            covered[key].append(name or "?")
    return covered


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    template = (ROOT / "tests/docs/coverage_rows.md").read_text()
    target = ROOT / "docs/coverage.md"
    if args.update:
        target.write_text(coverage_table.document(template, covered_by(coverage_table.covers_lines(ROOT))))
    wrong = mistakes(ROOT, template, target.read_text(), tests_of(args.build))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
