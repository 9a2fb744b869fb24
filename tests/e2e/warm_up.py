#!/usr/bin/python3
"""Runs many test kernels in one process, so that what the driver and lockstep make of each lies in their caches when
the kernel's own test runs: PoCL reads its library of built-in functions once a context, which takes longer than most
kernels do. Verdicts are not looked at here. A kernel that is not warmed up is tested all the same, only later.

Usage: warm_up.py --build DIR FILE.cl...
"""
import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import expectations  # noqa: E402  (beside this file)

TIMEOUT_S = 240


def groups(kernels):
    """Files by what their tests run: (words before the runner, files) each; None: without lockstep."""
    by_options = {}
    for kernel in kernels:
        if kernel.twin or kernel.needs or "<lockstep/" in kernel.path.read_text():
            continue  # what they need has no place for others' kernels
        if kernel.compare_outputs:
            by_options.setdefault(None, []).append(str(kernel.path))
        if kernel.not_instrumented is None:
            by_options.setdefault(tuple(kernel.options), []).append(str(kernel.path))
    return [(options, files) for options, files in by_options.items() if len(files) > 1]


def run_all(command, files):
    """Runs `command` on `files`; behind one that ended the process, on those that follow. Returns how many did."""
    ended = 0
    while files:
        done = subprocess.run(command + files, capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S,
                              stdin=subprocess.DEVNULL)
        begun = sum(line.startswith("file ") for line in done.stdout.splitlines()) if len(files) > 1 else 1
        if done.returncode in (0, 66) and begun == len(files):
            break
        ended += 1
        print(f"{files[max(begun, 1) - 1]}: exit status {done.returncode}\n{done.stderr[-2000:]}")
        files = files[max(begun, 1):]
    return ended


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="+", metavar="FILE.cl")
    args = parser.parse_args()
    ended = 0
    for options, files in groups([expectations.Kernel(path) for path in args.files]):
        command = [str(args.build / "bin/tests/run_kernel")]
        if options is not None:
            command = [str(args.build / "bin/lockstep"), "run", f"--report={os.devnull}", *options, "--"] + command
        ended += run_all(command, files)
    return 1 if ended else 0


if __name__ == "__main__":
    sys.exit(main())
