#!/usr/bin/python3
"""Random kernels under lockstep, by default and with --prune=off, against their plain enumeration.

Usage: check_random.py --build DIR [--first SEED] [--kernels N] [--least-proven PERCENT]
"""
import sys

import random_kernels
from two_runs import arguments, batches, cells_of, forms_of, rows_of, sites_of, too_few, verdict

BATCH = 25
OTHER_DATA = 4


def judge(seed, default, unpruned):
    """What is wrong with lockstep's word on kernel `seed`, and whether it was proven free of conflicts."""
    name, kernel = f"k{seed}", random_kernels.Generator(seed).kernel()
    rows = rows_of(default)
    if name not in rows:
        return [f"{name}: it was not checked"], False
    proven = rows[name]["launches_pruned"] == 1
    here = random_kernels.conflicts(kernel, random_kernels.data_of(seed))
    wrong = []
    if proven:
        for other in [seed] + [1_000_000 + seed * OTHER_DATA + i for i in range(OTHER_DATA)]:
            found = random_kernels.conflicts(kernel, random_kernels.data_of(other))
            if found:
                wrong.append(f"{name}: proven, but there are conflicts at cells {sorted(found)}")
    for title, report in (("default", default), ("--prune=off", unpruned)):
        cells = cells_of(report, name)
        if bool(cells) != bool(here) or not cells <= here:
            wrong.append(f"{name}: {title} finds cells {sorted(cells)}, there are {sorted(here)}")
    sites, unpruned_sites = ({sites_of(f) for f in forms_of(report, name)}
                             for report in (default, unpruned))
    if sites != unpruned_sites:
        wrong.append(f"{name}: {sites ^ unpruned_sites} in one run only")
    return wrong, proven


def main():
    args = arguments(kernels=300)
    wrong, proven, free = [], 0, 0
    for seeds, default, unpruned in batches(args, BATCH, ("run_kernels.py",), wrong):
        for seed in seeds:
            sentences, is_proven = judge(seed, default, unpruned)
            wrong += sentences
            proven += is_proven
            free += not random_kernels.conflicts(random_kernels.Generator(seed).kernel(),
                                                 random_kernels.data_of(seed))
    print(f"{args.kernels} kernels, {free} without conflict, {proven} proven")
    wrong += too_few(args, "proven:", proven)
    if free == args.kernels or free == 0:
        wrong.append("all kernels are alike: the test shows nothing")
    return verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
