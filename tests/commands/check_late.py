#!/usr/bin/python3
"""What each --commands finds in late.c, a program that races after long, and at how many launches it looks for that.

Usage: check_late.py --build DIR --program LATE
Without the option a race is found, what is not known is counted, and of launches that meet nothing few are looked at.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

# Options, and of the racy program's three pairs: those that are found, those that are counted.
MODES = ((None, 2, 1), ("auto", 2, 1), ("on", 3, 0), ("off", 0, 0))
LAUNCHES = 106
LOOKS = 32  # of each kernel, docs/commands.md


def report_of(build, program, mode, form):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        options = [] if mode is None else [f"--commands={mode}"]
        done = subprocess.run([build / "bin/lockstep", "run", *options, f"--report=json:{file}", "--", program, form],
                              capture_output=True, text=True, check=False, timeout=200)
        report = json.loads(file.read_text())
        report["status"] = done.returncode
        return report


def problems_of(build, program, mode, form, found, counted):
    report = report_of(build, program, mode, form)
    [kernel] = report["kernels"]
    is_ = {
        "found": sum(finding["count"] for finding in report["findings"]),
        "kinds": sorted({finding["kind"] for finding in report["findings"]}),
        "counted": sum(entry["count"] for entry in report["incomplete"]),
        "status": report["status"],
        "looks": kernel["launches"] - kernel["launches_pruned"] - kernel["launches_certified"],
        "launches": kernel["launches"],
    }
    races = form == "racy" and found > 0
    looks = {"on": LAUNCHES, "off": 0}.get(mode, LOOKS)
    if mode in (None, "auto") and races:
        looks += 4  # those of the pairs behind the first
    wanted = {
        "found": found if races else 0,
        "kinds": ["unordered-commands"] if races else [],
        "counted": counted if races else 0,
        "status": 66 if races else 0,
        "looks": looks,
        "launches": LAUNCHES,
    }
    return [f"{mode} {form}: {name} {is_[name]}, not {value}" for name, value in wanted.items() if is_[name] != value]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    wrong = [problem for mode, found, counted in MODES for form in ("racy", "fixed")
             for problem in problems_of(arguments.build.resolve(), arguments.program.resolve(), mode, form, found, counted)]
    for problem in wrong:
        print(problem)
    print(f"{2 * len(MODES)} runs, {len(wrong)} things not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
