#!/usr/bin/python3
"""A launch that --capture has kept shows, alone, what it showed within its program.

usage: check_capture.py --build DIR [--jobs N] [NAME...]
For each end-to-end kernel (tests/e2e/kernels; all that race if none is named) and its repaired twin: `lockstep run
--capture` over a program that launches it, then `lockstep replay` of the folder that this left. The
findings are the same statements and kinds, unless replay says that the capture lacks something; a clean launch leaves
no folder. So are those of the host program that `--export=c` writes; what `--export=sim` writes oclgrind takes.
Exit status 1 if something differs.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
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
        self.simulated = 0  # launches that oclgrind ran
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
            if "this capture has not: " in replayed.stderr:
                return ""
            if replayed.returncode not in (0, SAME_ERROR) or not alone.exists():
                return f"replay ends with {replayed.returncode}: {replayed.stderr[-300:]}"
            again |= findings(alone)
            wrong = (self.exported(folder, findings(alone)) or self.smallest(folder, findings(alone)) or
                     self.damaged(folder))
            if wrong:
                return wrong
        if again != found:
            return f"found {sorted(map(str, found - again))} only in the run, {sorted(map(str, again - found))} only again"
        return ""

    def damaged(self, folder):
        """What is wrong with replaying a launch of which a file is not whole any more."""
        for file in sorted((folder / "Pre").glob("*Buffer*")):
            size = file.stat().st_size
            os.truncate(file, size // 2)
            done = self.run("replay", folder, "-q")
            said = f"{file} has {size // 2} bytes and not the {size} that were kept"
            return "" if done.returncode == 2 and said in done.stderr else f"half of {file}: {done.stderr}"
        return ""

    def smallest(self, folder, found):
        """What is wrong with the launch that --minimise leaves."""
        done = self.run("replay", folder, "--minimise", "-q")
        if not (folder / "smallest").exists():
            return f"--minimise ends with {done.returncode}: {done.stderr[-300:]}"
        report = folder / "smallest.json"
        self.run("replay", folder / "smallest", "-q", "--format=json", f"--report={report}")
        # Fewer work-items may do the same in other ways, as kinds, reaches and operations have it, but at no other place.
        places = {place[:2] for _, _, accesses in found for place in accesses}
        shown = {place[:2] for _, _, accesses in findings(report) for place in accesses}
        return "" if shown and shown <= places else f"the smallest launch shows {sorted(shown)} of {sorted(places)}"

    def exported(self, folder, found):
        """What is wrong with the files that --export writes."""
        for form in ("c", "sim"):
            done = self.run("replay", folder, f"--export={form}")
            if form == "sim" and done.returncode == 2 and "a .sim file cannot say" in done.stderr:
                continue
            if done.returncode != 0:
                return f"--export={form} ends with {done.returncode}: {done.stderr}"
        made = subprocess.run(["cc", "-Wall", "-Werror", "-o", "replay", "replay.c", "-lOpenCL"], cwd=folder,
                              capture_output=True, text=True)
        if made.returncode != 0:
            return f"replay.c does not compile: {made.stderr}"
        # What racy kernels compute, and whether PoCL survives divergent ones without lockstep, is nobody's promise.
        checked = subprocess.run([self.build / "bin/lockstep", "run", "-q", "--format=json", "--report=exported.json", "--",
                                  "./replay"], cwd=folder, capture_output=True, text=True, env=self.environment)
        if not (folder / "exported.json").exists():
            return f"replay.c ends with {checked.returncode}: {checked.stderr}"
        if findings(folder / "exported.json") != found:
            return f"replay.c shows {sorted(map(str, findings(folder / 'exported.json')))}"
        if (folder / "kernel.sim").exists() and shutil.which("oclgrind-kernel"):
            taken = subprocess.run(["oclgrind-kernel", "kernel.sim"], cwd=folder, capture_output=True, text=True)
            self.simulated += taken.returncode == 0
            if taken.returncode != 0 and "Failed to parse" in taken.stderr + taken.stdout:
                return f"oclgrind does not take kernel.sim: {taken.stderr}{taken.stdout}"
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
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for sentence in filter(None, pool.map(checker.check, chosen)):
            wrong += 1
            print(sentence, flush=True)
    print(f"{len(chosen)} kernels, {wrong} not the same; oclgrind ran {checker.simulated} of their launches")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
