#!/usr/bin/python3
"""Checks docs/limitations.md: the last column of each row names tests that CTest has, or says why there is none.

Usage: check_limitations.py --build DIR FILE.md
What stands in backquotes in that column is the name of a test (`*`: any characters); otherwise it begins with "none".
The table of contents names every section, and links lead somewhere.
"""
import argparse
import fnmatch
import pathlib
import re
import sys

from check_coverage import tests_of

HEAD = "test, or why none"


def mistakes(text, tests):
    """What is wrong with the tables in `text`, as sentences with line numbers; and the number of rows."""
    wrong, rows, columns = [], 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            columns = 0
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if columns == 0:
            columns = len(cells)
            if cells[-1] != HEAD:
                wrong.append(f"line {number}: the last column is not '{HEAD}'")
            continue
        if set("".join(cells)) <= set("-:"):
            continue
        rows += 1
        if len(cells) != columns or not all(cells):
            wrong.append(f"line {number}: {len(cells)} columns, not {columns}, or an empty one")
            continue
        names = re.findall(r"`([^`]+)`", cells[-1])
        wrong += [f"line {number}: there is no test {name}" for name in names if not fnmatch.filter(tests, name)]
        if not names and not cells[-1].startswith("none"):
            wrong.append(f"line {number}: neither a test nor a reason")
    return wrong, rows


def anchor(title):
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def dead_links(text):
    anchors = {anchor(title) for title in re.findall(r"^#+ (.*)$", text, re.M)}
    linked = set(re.findall(r"\]\(#([^)]*)\)", text))
    sections = {anchor(title) for title in re.findall(r"^## (.*)$", text, re.M)}
    return [f"no section {name}" for name in sorted(linked - anchors)] + \
           [f"the table of contents lacks {name}" for name in sorted(sections - linked)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("file")
    args = parser.parse_args()
    text = pathlib.Path(args.file).read_text()
    wrong, rows = mistakes(text, tests_of(args.build))
    wrong += dead_links(text)
    if rows == 0:
        wrong.append("no rows")
    for sentence in wrong:
        print(f"{args.file}: {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
