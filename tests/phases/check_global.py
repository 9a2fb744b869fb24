#!/usr/bin/python3
"""Random kernels over global memory under lockstep, by default and with --prune=off, against enumeration.

Usage: check_global.py --build DIR [--first SEED] [--kernels N] [--least-proven N]
"""
import argparse
import sys

import check_random
import random_global

BATCH = 25


def judge(seed, default, unpruned):
    """What is wrong with lockstep's word on kernel `seed`; whether it was proven, and is free of conflicts."""
    name = f"k{seed}"
    cells = random_global.conflicts(random_global.Generator(seed).kernel())
    wrong = []
    for title, report in (("default", default), ("--prune=off", unpruned)):
        found = check_random.cells_of(report, name)
        if bool(found) != bool(cells) or not found <= cells:
            wrong.append(f"{name}: {title} finds cells {sorted(found)}, there are {sorted(cells)}")
    row = next((row for row in default["kernels"] if row["name"] == name), None)
    if row is None:
        return wrong + [f"{name}: it was not checked"], False, not cells
    proven = row["launches_pruned"] == 1
    if proven and cells:
        wrong.append(f"{name}: proven, but there are conflicts at cells {sorted(cells)}")
    return wrong, proven, not cells


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--least-proven", type=int, default=0)
    args = parser.parse_args()
    wrong, proven, free = [], 0, 0
    for first in range(args.first, args.first + args.kernels, BATCH):
        count = min(BATCH, args.first + args.kernels - first)
        default, unpruned = (check_random.run(args.build, first, count, options, ("run_global.py",))
                             for options in ([], ["--prune=off"]))
        for report in (default, unpruned):
            if report["incomplete"] or report["not_instrumented"]:
                wrong.append(f"kernels {first}...: {report['incomplete']} {report['not_instrumented']}")
        if unpruned["summary"]["launches_pruned"]:
            wrong.append("launches were pruned although --prune=off was given")
        for seed in range(first, first + count):
            sentences, is_proven, is_free = judge(seed, default, unpruned)
            wrong += sentences
            proven += is_proven
            free += is_free
    print(f"{args.kernels} kernels, {free} without conflict, {proven} proven")
    if proven < args.least_proven:
        wrong.append(f"fewer than {args.least_proven} kernels were proven: the test shows nothing")
    if free in (0, args.kernels):
        wrong.append("all kernels are alike: the test shows nothing")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
