#!/usr/bin/python3
"""The end-to-end kernels on the drivers of this machine, counted by how they end; docs/platforms.md has the outcomes.

usage: check_platform.py --build DIR [--every N] [--jobs N] [NAME...]
DIR: a build or a bundle. `right`: verdict and outputs are as the kernel's file says. `refused`: the driver does not take
the kernel without lockstep either, or never comes to its end. `declined`: it runs unchecked, or a part of it does, and the report says why. `wrong`: all
else, a crash for example. A kernel that only PoCL's order of work-items keeps from its end may come to it. Exit status 1 if there is any of these.
"""
import argparse
import collections
import concurrent.futures
import functools
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# Of check_kernel.py's sentences: what the report says of what is not checked, and what is missing then.
DECLINED = (": not instrumented: ", ": incomplete: ")
MISSED = (": not found: ", ": nothing found", ": no finding has the repair ", ": exit status 0, not 66")
NOT_ENDED = ": not one launch that was ended: []"


@functools.cache
def natively(build, path, **environment):
    """The exit status of the kernel without lockstep; None: it did not end."""
    try:
        return subprocess.run([build / "bin/tests/run_kernel", path], capture_output=True, timeout=60,
                              env=dict(os.environ, **environment)).returncode
    except subprocess.TimeoutExpired:
        return None


def is_refused(build, path):
    """Whether the driver refuses the kernel without lockstep too, or ends the process when it builds it. (One that it
    builds may still end at its launch: some kernels here crash or hang it, which their twins are not to.)"""
    said_so = 2
    return natively(build, path) == said_so or natively(build, path, RUN_KERNEL_REPEAT="0") != 0


def judge(build, path):
    """(kind, first sentence) of a kernel file."""
    try:
        done = subprocess.run([sys.executable, HERE / "check_kernel.py", "--build", build, path], capture_output=True,
                              text=True, errors="replace", timeout=600, env=dict(os.environ, LOCKSTEP_OPTIONS="certify=off"))
    except subprocess.TimeoutExpired:
        return "wrong", "did not end within 600 s"
    said = done.stdout + done.stderr
    sentences = [line for line in said.splitlines() if line.startswith(path.name)] or said.splitlines()[-1:]
    sentences = sentences or [f"exit status {done.returncode}"]
    if done.returncode == 0:
        return "right", ""
    if is_refused(build, path):
        return "refused", sentences[0]
    if "TimeoutExpired" in said and natively(build, path) is None:
        return "refused", f"{path.name}: does not end without lockstep either"
    if any(NOT_ENDED in sentence for sentence in sentences) and natively(build, path) == 0:
        return "right", ""
    declined = [sentence for sentence in sentences if any(word in sentence for word in DECLINED)]
    missed = all(any(word in sentence for word in (*DECLINED, *MISSED)) for sentence in sentences)
    return ("declined", declined[0]) if declined and missed else ("wrong", sentences[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, help="only every Nth kernel")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    files = sorted((HERE / "kernels").glob("*/*.cl"))
    chosen = [f for f in files if f.stem in args.names] if args.names else files[::args.every]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, (kind, sentence) in zip(chosen, pool.map(lambda f: judge(args.build.resolve(), f), chosen)):
            counts[kind] += 1
            if kind != "right":
                print(f"{kind}: {sentence[:300]}", flush=True)
    print(f"{len(chosen)} kernels: " + ", ".join(f"{counts[kind]} {kind}" for kind in ("right", "wrong", "declined", "refused")))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
