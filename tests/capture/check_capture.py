#!/usr/bin/python3
"""A launch that --capture has kept shows, alone, what it showed within its program.

usage: check_capture.py --build DIR [--jobs N] [NAME...]
For each end-to-end kernel (tests/e2e/kernels; all that race if none is named) and its repaired twin: `lockstep run
--capture` over a program that launches it, then `lockstep replay` of the folder that this left. The
findings are the same statements and kinds; a clean launch leaves no folder. Exit status 1 if something differs.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE.parent / "e2e/kernels"
SAME_ERROR = 66


def findings(report):
    """What a report has found: kinds, and what stands where."""
    found = set()
    for finding in json.loads(report.read_text())["findings"]:
        places = tuple(sorted((access["line"], access["column"], access["op"]) for access in finding["accesses"]))
        found.update((form["kind"], form["reach"], places) for form in finding["forms"])
    return found


class Checker:
    def __init__(self, build):
        self.build = build
        self.environment = dict(os.environ, LOCKSTEP_OPTIONS="certify=off")

    def run(self, *words):
        return subprocess.run([self.build / "bin/lockstep", *words], capture_output=True, text=True, errors="replace",
                              env=self.environment, timeout=300)

    def launches(self, path, work):
        """The reports of a run and of each launch that it kept, or a sentence on what went wrong."""
        kept, report = work / "kept", work / "run.json"
        done = self.run("run", "-q", f"--capture={kept}", "--format=json", f"--report={report}", "--",
                        self.build / "bin/tests/run_kernel", path)
        if not report.exists():
            return f"no report: {done.stderr[-300:]}"
        found = findings(report)
        folders = sorted(kept.iterdir()) if kept.exists() else []
        if not found:
            return f"a clean run kept {folders}" if folders else ""
        if not folders:
            return f"kept nothing: {done.stderr[-300:]}"
        again = set()
        for folder in folders:
            alone = folder / "report.json"
            replayed = self.run("replay", folder, "-q", "--format=json", f"--report={alone}")
            if replayed.returncode not in (0, SAME_ERROR) or not alone.exists():
                return f"replay ends with {replayed.returncode}: {replayed.stderr[-300:]}"
            again |= findings(alone)
        if again != found:
            return f"found {sorted(map(str, found - again))} only in the run, {sorted(map(str, again - found))} only again"
        return ""

    def check(self, path):
        with tempfile.TemporaryDirectory() as work:
            try:
                wrong = self.launches(path, pathlib.Path(work))
            except subprocess.TimeoutExpired as late:
                wrong = f"does not end: {late.cmd}"
        return f"{path.name}: {wrong}" if wrong else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    files = sorted(KERNELS.glob("*/*.cl"))
    chosen = [path for path in files if not args.names or path.stem.split(".")[0] in args.names]
    if args.names and {path.stem.split(".")[0] for path in chosen} != set(args.names):
        sys.exit("check_capture.py: not all of these are kernels")
    checker = Checker(args.build.resolve())
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        wrong = [sentence for sentence in pool.map(checker.check, chosen) if sentence]
    print("\n".join([*wrong, f"{len(chosen)} kernels, {len(wrong)} not the same"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
