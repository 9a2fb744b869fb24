#!/usr/bin/python3
"""Runs equal_writes.py: launches whose writes of equal values no data has a part in are certified, in one process and
where they are hidden; all others are checked, and race once the data is another.

Usage: check_equal_writes.py --build DIR
"""
import sys

import runs

APPLICATION = ["equal_writes.py"]
# Proofs at the launch would leave nothing to certify; where commands can meet, first launches are looked at.
OPTIONS = ["--prune=off", "--commands=off"]
LAUNCHES = 7  # of each kernel, the last with other data
FIXED = {"seeded", "constant_value", "argument", "of_group"}
RACY = {"written_again", "by_another", "other_fence", "next_round", "other_group", "helper", "read_as_well"}
AGAIN = {"read_as_well"}  # whatever the values are: once the race is known, equal launches are not checked


def problems_of(name, report, fixed):
    """What is wrong with a run in which the launches of the kernels in `fixed` can have a certificate; None: --certify=off."""
    wrong = []
    raced = {form["kernel"] for finding in report["findings"] for form in finding["forms"] if form["kind"] != "same-value"}
    if raced != RACY:
        wrong.append(f"{name}: races in {sorted(raced ^ RACY)} are wrong or missing")
    for kernel in report["kernels"]:
        certified = kernel["launches_certified"]
        # A driver may tell of a launch's end when the next one has begun.
        least, most = (LAUNCHES // 2, LAUNCHES - 1) if kernel["name"] in (fixed or ()) else (0, 0)
        if fixed is not None and kernel["name"] in AGAIN:
            least, most = LAUNCHES // 3, LAUNCHES - 2
        if not least <= certified <= most:
            wrong.append(f"{name}: {kernel['name']}: {certified} launches certified, not {least} to {most}")
    if {kernel["name"] for kernel in report["kernels"]} != FIXED | RACY:
        wrong.append(f"{name}: not all kernels ran")
    return wrong


def problems(build, folder):
    wrong = []
    hide = [*OPTIONS, "--same-value=hide"]
    first = runs.run(build, folder, "first", APPLICATION, hide)
    second = runs.run(build, folder, "second", APPLICATION, hide)
    told = runs.run(build, folder, "told", APPLICATION, OPTIONS)
    off = runs.run(build, folder, "off", APPLICATION, [*hide, "--certify=off"])
    wrong += problems_of("first", first, FIXED) + problems_of("second", second, FIXED)
    wrong += problems_of("told", told, set()) + problems_of("off", off, None)
    hidden = off["summary"]["hidden_same_value"]
    for name, report in (("first", first), ("second", second)):
        if report["summary"]["hidden_same_value"] != hidden or hidden < len(FIXED):
            wrong.append(f"{name}: {report['summary']['hidden_same_value']} writes of equal values hidden, not {hidden}")
    equal = {form["kernel"] for finding in told["findings"] for form in finding["forms"] if form["kind"] == "same-value"}
    if not FIXED <= equal:
        wrong.append(f"told: no write of equal values in {sorted(FIXED - equal)}")
    return wrong


if __name__ == "__main__":
    sys.exit(runs.check(__doc__, problems))
