#!/usr/bin/python3
"""Random kernels with barriers that nothing proves to be met, by default and with --prune=off, against enumeration.

Usage: check_open.py --build DIR [--first SEED] [--kernels N] [--least-proven N]
"""
import argparse
import sys

import random_open
from check_random import run
from random_kernels import data_of

BATCH = 20
OTHER_DATA = 4


def found_in(report, name):
    """(sites of divergences, sites of races) that were found in kernel `name`."""
    divergences, races = set(), set()
    for finding in report["findings"]:
        if finding["kernel"] != name:
            continue
        sites = tuple(sorted((a["line"], a["op"]) for a in finding["accesses"]))
        (races if finding["memory"] else divergences).add(sites + (finding["kind"],))
    return divergences, races


def judge(seed, default, unpruned):
    """What is wrong with lockstep's word on kernel `seed`; whether it was proven; whether its group parts."""
    name, kernel = f"k{seed}", random_open.Generator(seed).kernel()
    rows = {row["name"]: row for row in default["kernels"]}
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
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--least-proven", type=int, default=0)
    args = parser.parse_args()
    wrong, proven, parted, resumable = [], 0, 0, 0
    for first in range(args.first, args.first + args.kernels, BATCH):
        count = min(BATCH, args.first + args.kernels - first)
        default, unpruned = (run(args.build, first, count, options, ("run_kernels.py", "random_open"))
                             for options in ([], ["--prune=off"]))
        for report in (default, unpruned):
            if report["incomplete"] or report["not_instrumented"]:
                wrong.append(f"kernels {first}...: {report['incomplete']} {report['not_instrumented']}")
        open_ones = {row["name"] for row in default["kernels"] if row["transformed"]}
        for seed in range(first, first + count):
            sentences, is_proven, is_parted = judge(seed, default, unpruned)
            wrong += sentences
            if f"k{seed}" in open_ones:
                resumable += 1
                proven += is_proven
            parted += is_parted
    print(f"{args.kernels} kernels, {resumable} with open barriers, {proven} of these proven; in {parted} the group parts")
    if proven < args.least_proven:
        wrong.append(f"fewer than {args.least_proven} kernels with open barriers were proven: the test shows nothing")
    if parted < args.least_proven:
        wrong.append(f"in fewer than {args.least_proven} kernels the group parts: the test shows nothing")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
