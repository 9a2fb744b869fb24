#!/usr/bin/python3
"""Random kernels over global memory under lockstep, by default and with --prune=off, against enumeration.

Usage: check_global.py --build DIR [--first SEED] [--kernels N] [--least-proven PERCENT]
"""
import sys

import random_global
from two_runs import arguments, batches, cells_of, rows_of, too_few, verdict

BATCH = 25


def judge(seed, default, unpruned):
    """What is wrong with lockstep's word on kernel `seed`; whether it was proven, and is free of conflicts."""
    name = f"k{seed}"
    cells = random_global.conflicts(random_global.Generator(seed).kernel())
    wrong = []
    for title, report in (("default", default), ("--prune=off", unpruned)):
        found = cells_of(report, name)
        if bool(found) != bool(cells) or not found <= cells:
            wrong.append(f"{name}: {title} finds cells {sorted(found)}, there are {sorted(cells)}")
    rows = rows_of(default)
    if name not in rows:
        return wrong + [f"{name}: it was not checked"], False, not cells
    proven = rows[name]["launches_pruned"] == 1
    if proven and cells:
        wrong.append(f"{name}: proven, but there are conflicts at cells {sorted(cells)}")
    return wrong, proven, not cells


def main():
    args = arguments(kernels=100)
    wrong, proven, free = [], 0, 0
    for seeds, default, unpruned in batches(args, BATCH, ("run_global.py",), wrong):
        for seed in seeds:
            sentences, is_proven, is_free = judge(seed, default, unpruned)
            wrong += sentences
            proven += is_proven
            free += is_free
    print(f"{args.kernels} kernels, {free} without conflict, {proven} proven")
    wrong += too_few(args, "proven:", proven)
    if free in (0, args.kernels):
        wrong.append("all kernels are alike: the test shows nothing")
    return verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
