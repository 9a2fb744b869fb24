#!/usr/bin/python3
"""Runs random_launches.py with certificates and without: in both the same must be found, in as many launches.

Usage: check_random.py --build DIR [--seed N] [--count N]
Each 13 kernels have one for each kind of change.
"""
import collections
import pathlib
import sys
import tempfile

import runs


def main():
    args = runs.random_arguments(__doc__, 39)
    application = ["random_launches.py", args.seed, str(args.count)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # What proofs about addresses drop needs no certificate: they are left out.
        off = runs.run(args.build, folder, "off", application, ["--prune=off", "--certify=off"])
        first = runs.run(args.build, folder, "first", application, ["--prune=off"])
        second = runs.run(args.build, folder, "second", application, ["--prune=off"])
    wrong = []
    for mode, report in (("first", first), ("from disk", second)):
        wrong += runs.difference(mode, report, off) + runs.counted_difference(mode, report, off)

    # Of each kind of change: the kernels with a certified launch, and those of them that raced, so after the change.
    raced = runs.first_races(off)
    certified, told = collections.Counter(), collections.Counter()
    for kernel in first["kernels"]:
        if not kernel["launches_certified"]:
            continue
        change = kernel["name"].split("_")[1]
        certified[change] += 1
        told[change] += kernel["name"] in raced
    for change in sorted(certified):
        print(f"{change}: {certified[change]} kernels got a certificate, {told[change]} of them raced after the change")
    if not any(form["launches_equal"] for finding in first["findings"] for form in finding["forms"]):
        wrong.append("no launch with a race was left unchecked")
    if off["summary"]["launches_certified"] != 0:
        wrong.append("certified although --certify=off")
    return runs.random_verdict(wrong, (sum(certified.values()), args.count // 4), (sum(told.values()), args.count // 4))


if __name__ == "__main__":
    sys.exit(main())
