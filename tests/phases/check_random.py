#!/usr/bin/python3
"""Random kernels under lockstep, by default and with --prune=off, against their plain enumeration.

Usage: check_random.py --build DIR [--first SEED] [--kernels N] [--least-proven N]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import random_kernels

HERE = pathlib.Path(__file__).resolve().parent
BATCH = 25
OTHER_DATA = 4


def run(build, first, count, options, launcher=("run_kernels.py",)):
    """The report; `launcher`: the script, which gets FIRST and COUNT, and its further words."""
    script, *more = launcher
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [f"{build}/bin/lockstep", "run", "--format=json", f"--report={report}", "--error-exitcode=0",
                   "--certify=off", "--same-value=report", "--max-findings=0", *options, "--",
                   "/usr/bin/python3", str(HERE / script), str(first), str(count), *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=280)
        if done.returncode != 0 or not report.exists():
            sys.exit(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return json.loads(report.read_text())


def cells_of(report, name):
    """The cells of the local array about which something was found; pairs of sites are merged, so these are
    examples, and what is found at which lines is compared besides."""
    return {f["memory"]["offset"] // 4 for f in report["findings"] if f["kernel"] == name}


def sites_of(report, name):
    return {tuple(sorted((a["line"], a["op"]) for a in f["accesses"])) + (f["kind"],)
            for f in report["findings"] if f["kernel"] == name}


def judge(seed, default, unpruned):
    """What is wrong with lockstep's word on kernel `seed`, and whether it was proven free of conflicts."""
    name, kernel = f"k{seed}", random_kernels.Generator(seed).kernel()
    rows = {row["name"]: row for row in default["kernels"]}
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
    if sites_of(default, name) != sites_of(unpruned, name):
        wrong.append(f"{name}: {sites_of(default, name) ^ sites_of(unpruned, name)} in one run only")
    return wrong, proven


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=300)
    parser.add_argument("--least-proven", type=int, default=0)
    args = parser.parse_args()
    wrong, proven, free = [], 0, 0
    for first in range(args.first, args.first + args.kernels, BATCH):
        count = min(BATCH, args.first + args.kernels - first)
        default, unpruned = (run(args.build, first, count, options) for options in ([], ["--prune=off"]))
        for report in (default, unpruned):
            if report["incomplete"] or report["not_instrumented"]:
                wrong.append(f"kernels {first}...: {report['incomplete']} {report['not_instrumented']}")
        if unpruned["summary"]["launches_pruned"]:
            wrong.append("launches were pruned although --prune=off was given")
        for seed in range(first, first + count):
            sentences, is_proven = judge(seed, default, unpruned)
            wrong += sentences
            proven += is_proven
            free += not random_kernels.conflicts(random_kernels.Generator(seed).kernel(),
                                                 random_kernels.data_of(seed))
    print(f"{args.kernels} kernels, {free} without conflict, {proven} proven")
    if proven < args.least_proven:
        wrong.append(f"fewer than {args.least_proven} kernels were proven: the test shows nothing")
    if free == args.kernels or free == 0:
        wrong.append("all kernels are alike: the test shows nothing")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
