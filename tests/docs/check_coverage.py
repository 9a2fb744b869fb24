#!/usr/bin/python3
"""Checks docs/coverage.md: every row says yes with tests that CTest has, or no (partly) with a reason.

Usage: check_coverage.py --build DIR FILE.md
A row is `| construct | yes, no or partly | tests or reason |`; tests stand in backquotes, `*` matches
any characters. What stands in backquotes and looks like a test's name must be one.
"""
import argparse
import fnmatch
import pathlib
import re
import subprocess
import sys

# Names of tests, as opposed to code in backquotes: e2e.vstore3, CellTest.*, lit.prepare.
NAME = re.compile(r"^(?:(?:e2e|cli|client|host|sanitize|lit|frontend|barriers|litmus|certify|docs|ptx|hardware|device-memory|hostile|oracle|oracle-seed|perf)[.-][\w.*-]+"
                  r"|(?:[\w/*]+Test|Esop13|Simt|SimtBlocks|Theorem52|TextReport)\.[\w/.*]+)$")


def tests_of(build):
    """The names of all tests that CTest knows in `build`."""
    listed = subprocess.run(["ctest", "-N"], cwd=build, capture_output=True, text=True, check=True)
    return [line.split(":", 1)[1].strip() for line in listed.stdout.splitlines()
            if re.match(r"\s*Test\s+#\d+:", line)]


def mistakes(text, tests):
    """What is wrong with the tables in `text`, as sentences with line numbers."""
    wrong, rows = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) != 3:
            wrong.append(f"line {number}: {len(cells)} columns, not 3")
            continue
        if set(cells[1]) <= set("-:") or cells[1] == "covered?":
            continue
        rows += 1
        words = re.findall(r"`([^`]+)`", cells[2])
        names = [word for word in words if NAME.match(word)]
        for name in names:
            if not fnmatch.filter(tests, name):
                wrong.append(f"line {number}: there is no test {name}")
        if cells[1] == "yes" and not names:
            wrong.append(f"line {number}: covered, but by no test")
        elif cells[1] in ("no", "partly") and not re.sub(r"`[^`]*`|[\W_]", "", cells[2]):
            wrong.append(f"line {number}: neither covered nor a reason")
        elif cells[1] not in ("yes", "no", "partly"):
            wrong.append(f"line {number}: '{cells[1]}' is none of yes, no, partly")
    if rows == 0:
        wrong.append("no rows")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("file")
    args = parser.parse_args()
    wrong = mistakes(pathlib.Path(args.file).read_text(), tests_of(args.build))
    for sentence in wrong:
        print(f"{args.file}: {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
