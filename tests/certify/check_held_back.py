#!/usr/bin/python3
"""Runs held_back.py: of equal launches that the application enqueues without waiting for any, one is checked and the
others are held back for it; those that cannot run yet are not, and all end.

Usage: check_held_back.py --build DIR
"""
import sys

import runs

LAUNCHES = 100


def problems(build, folder):
    report = runs.run(build, folder, "first", ["held_back.py"], ["--prune=off"])
    certified = {kernel["name"]: kernel["launches_certified"] for kernel in report["kernels"]}
    wrong = []
    # A busy machine may not get to one of them for a while.
    most = max(certified[f"stream_{number}"] for number in (1, 2, 3))
    if most < LAUNCHES - 5:
        wrong.append(f"streams: {most} launches certified, not {LAUNCHES - 1}")
    if certified["behind_event"] != 0:
        wrong.append(f"behind_event: {certified['behind_event']} launches certified by one that had not run")
    if sum(kernel["launches"] for kernel in report["kernels"]) != 5 * LAUNCHES + 3 or report["findings"] or report["incomplete"]:
        wrong.append(f"{report['summary']} {report['findings']} {report['incomplete']}")
    return wrong


if __name__ == "__main__":
    sys.exit(runs.check(__doc__, problems))
