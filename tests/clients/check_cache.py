#!/usr/bin/python3
"""An application with a cache of its own, run in turn without and with lockstep on that one cache.

What a run without lockstep has left must not keep a later one from being checked, and what a run
under lockstep has left must not disturb a later one without. With --driver-version=plain the
application finds under lockstep what it compiled without: then it runs unchecked and the report
says so, until the cache is cleared; binaries given out under lockstep serve both.
usage: check_cache.py --build=DIR
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
APP = ["/usr/bin/python3", str(HERE / "pyopencl_cache.py")]
# Each row: what it shows; then the runs on one cache: options of lockstep (None: without it) and
# whether the kernels come to be checked.
ROWS = [
    ("cached before lockstep came", [(None, None), ("", True), ("", True), (None, None)]),
    ("our own cache is no part of it", [("--cache-size=0", True), ("--cache-size=0", True)]),
    ("containers serve without lockstep", [("--driver-version=plain", True), (None, None),
                                           ("--driver-version=plain", True)]),
    ("a foreign binary is reported", [(None, None), ("--driver-version=plain", False)]),
    ("binaries as the driver's", [("--binaries=plain", True), ("--binaries=plain", True),
                                  ("--binaries=plain --cache-dir={empty}", False)]),
]


def run(build, options, cache, report):
    command = list(APP)
    if options is not None:
        words = options.format(empty=cache + "/empty").split()
        command = [f"{build}/bin/lockstep", "run", "--error-exitcode=0", "--format=json",
                   f"--report={report}"] + words + ["--"] + command
    env = dict(os.environ, XDG_CACHE_HOME=cache)
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=env,
                          stdin=subprocess.DEVNULL)


def judge(report, checked):
    found = {f"{f['kernel']} {f['kind']} {f['reach']}" for f in report["findings"]}
    unchecked = {entry["kernel"] for entry in report["not_instrumented"]}
    expected = ({"racy write-write inter-group"}, set()) if checked else (set(), {"racy", "fixed"})
    return [] if (found, unchecked) == expected else [f"found {found}, unchecked {unchecked}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    build = parser.parse_args().build
    wrong = []
    for what, runs in ROWS:
        with tempfile.TemporaryDirectory() as cache:
            for number, (options, checked) in enumerate(runs, 1):
                report = pathlib.Path(cache) / f"report{number}.json"
                done = run(build, options, cache, report)
                here = [] if (done.returncode, done.stdout) == (0, "96\n") else [
                    f"status {done.returncode}, output {done.stdout!r}\n{done.stderr}"]
                if options is not None:
                    here += judge(json.loads(report.read_text()), checked)
                wrong += [f"{what}: run {number}: {sentence}" for sentence in here]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
