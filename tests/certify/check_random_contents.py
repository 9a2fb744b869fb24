#!/usr/bin/python3
"""Runs random_contents.py with certificates and without: the same kernels must race, from the same
launch on.

Usage: check_random_contents.py --build DIR [--seed N] [--count N]
"""
import pathlib
import sys
import tempfile

import runs


def main():
    args = runs.random_arguments(__doc__, 50)
    application = ["random_contents.py", args.seed, str(args.count)]
    options = ["--exclude-kernel=hidden"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        off = runs.run(args.build, folder, "off", application, [*options, "--certify=off"])
        reports = {"on": runs.run(args.build, folder, "on", application, options),
                   "nothing pruned": runs.run(args.build, folder, "unpruned", application, [*options, "--prune=off"])}
    wrong = []
    for name, report in reports.items():
        wrong += runs.first_difference(name, report, off)
    kernels = reports["on"]["kernels"]
    certified = [kernel for kernel in kernels if kernel["launches_certified"] and kernel["dependence"]]
    raced = runs.first_races(off)
    told = [kernel for kernel in certified if kernel["name"] in raced]
    print(f"seed {args.seed}: {len(certified)} kernels decided by memory had launches certified, "
          f"{sum(kernel['launches_certified'] for kernel in certified)} in all; {len(told)} of them raced in others")
    return runs.random_verdict(wrong, (len(certified), args.count // 5), (len(told), args.count // 10))


if __name__ == "__main__":
    sys.exit(main())
