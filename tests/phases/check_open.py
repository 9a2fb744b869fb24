#!/usr/bin/python3
"""Random kernels with barriers that nothing proves to be met, by default and with --prune=off, against enumeration.

Usage: check_open.py --build DIR [--first SEED] [--kernels N] [--least-proven PERCENT]
"""
import sys

import random_open
from random_kernels import data_of
from two_runs import arguments, batches, forms_of, rows_of, sites_of, too_few, verdict

BATCH = 20
OTHER_DATA = 4


def found_in(report, name):
    """(sites of divergences, sites of races) that were found in kernel `name`."""
    divergences, races = set(), set()
    for finding in forms_of(report, name):
        (races if finding["memory"] else divergences).add(sites_of(finding))
    return divergences, races


def judge(seed, default, unpruned):
    """What is wrong with lockstep's word on kernel `seed`; whether it was proven; whether its group parts."""
    name, kernel = f"k{seed}", random_open.Generator(seed).kernel()
    rows = rows_of(default)
    if name not in rows:
        return [f"{name}: it was not checked"], False, False
    proven = rows[name]["launches_pruned"] == 1
    data = data_of(seed)
    parts, wrong = random_open.parts(kernel, data), []
    for other in [seed] + [1_000_000 + seed * OTHER_DATA + i for i in range(OTHER_DATA)] if proven else []:
        if random_open.parts(kernel, data_of(other)):
            wrong.append(f"{name}: proven, but its group parts")
        if random_open.conflicts(kernel, data_of(other)):
            wrong.append(f"{name}: proven, but there are conflicts")
    for title, report in (("default", default), ("--prune=off", unpruned)):
        divergences, races = found_in(report, name)
        if bool(divergences) != parts:
            wrong.append(f"{name}: {title} finds divergences {sorted(divergences)}, the group "
                         f"{'parts' if parts else 'does not part'}")
        # Where a group parts, what is ordered after that is nobody's promise.
        if not parts and bool(races) != bool(random_open.conflicts(kernel, data)):
            wrong.append(f"{name}: {title} finds races {sorted(races)}, there are "
                         f"{sorted(random_open.conflicts(kernel, data))}")
    if found_in(default, name) != found_in(unpruned, name):
        wrong.append(f"{name}: {found_in(default, name)} by default, {found_in(unpruned, name)} with --prune=off")
    return wrong, proven, parts


def main():
    args = arguments(kernels=100)
    wrong, proven, parted, resumable = [], 0, 0, 0
    for seeds, default, unpruned in batches(args, BATCH, ("run_kernels.py", "random_open"), wrong):
        open_ones = {row["name"] for row in default["kernels"] if row["transformed"]}
        for seed in seeds:
            sentences, is_proven, is_parted = judge(seed, default, unpruned)
            wrong += sentences
            if f"k{seed}" in open_ones:
                resumable += 1
                proven += is_proven
            parted += is_parted
    print(f"{args.kernels} kernels, {resumable} with open barriers, {proven} of these proven; in {parted} the group parts")
    wrong += too_few(args, "with open barriers and proven:", proven)
    wrong += too_few(args, "the group parts in", parted)
    return verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
