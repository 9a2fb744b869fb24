#!/usr/bin/python3
"""Runs random_contents.py with certificates and without: the same kernels must race, from the same
launch on.

Usage: check_random_contents.py --build DIR [--seed N] [--count N]
"""
import argparse
import pathlib
import sys
import tempfile

import runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=50, help="kernels")
    args = parser.parse_args()
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
    if len(certified) < args.count // 5:
        wrong.append(f"only {len(certified)} of {args.count} kernels got a certificate")
    if len(told) < args.count // 10:
        wrong.append(f"only {len(told)} kernels with a certificate raced in other launches")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
