#!/usr/bin/python3
"""Runs found_again.py: launches with races are checked until one shows nothing new, and then not again, where each equal
launch has those races; else all are.

Usage: check_found_again.py --build DIR
"""
import sys

import runs

APPLICATION = ["found_again.py"]
# Proofs at the launch would leave nothing to certify; where commands can meet, first launches are looked at.
OPTIONS = ["--prune=off", "--commands=off", "--same-value=hide"]
EQUAL = 6  # launches of each kernel, and one that is another for these, by what decides there
# Others are checked each time: what two writes leave may be the same or not, or the work-items part.
AGAIN = {"neighbours", "pairs", "wrong_flag", "different", "partly", "listed", "by_scalar"}


def problems_of(name, report, again):
    """What is wrong with a run in which the kernels in `again` have launches that need not be checked again."""
    wrong = []
    for kernel in report["kernels"]:
        certified = kernel["launches_certified"]
        # A driver may tell of a launch's end when the next one has begun; then more are checked.
        least, most = (EQUAL // 3, EQUAL - 2) if kernel["name"] in again else (0, 0)
        if not least <= certified <= most:
            wrong.append(f"{name}: {kernel['name']}: {certified} launches certified, not {least} to {most}")
        forms = [form for finding in report["findings"] for form in finding["forms"]
                 if form["kernel"] == kernel["name"] and form["launches"] >= EQUAL]
        if not forms and kernel["name"] != "equal_first":
            wrong.append(f"{name}: {kernel['name']}: nothing was found in all launches")
        wrong += [f"{name}: {kernel['name']}: {form['launches_equal']} equal launches of {form['launches']}, not {certified}"
                  for form in forms if form["launches_equal"] != certified]
    return wrong


def problems(build, folder):
    off = runs.run(build, folder, "off", APPLICATION, [*OPTIONS, "--certify=off"])
    wrong = problems_of("off", off, set())
    for name in ("first", "second"):  # what was found in one process, each tells for itself
        report = runs.run(build, folder, name, APPLICATION, OPTIONS)
        wrong += problems_of(name, report, AGAIN)
        wrong += runs.difference(name, report, off)
        if report["summary"]["hidden_same_value"] != off["summary"]["hidden_same_value"]:
            wrong.append(f"{name}: {report['summary']['hidden_same_value']} writes of equal values hidden, not "
                         f"{off['summary']['hidden_same_value']}")
    return wrong


if __name__ == "__main__":
    sys.exit(runs.check(__doc__, problems))
