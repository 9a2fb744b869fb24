#!/usr/bin/env python3
"""Programs that become others or start others, under `lockstep run`: nothing found is lost.

usage: check_exec.py --lockstep=EXE --probe=EXE --cache=DIRECTORY
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

# scenario -> status of the run alone, reports that say what (each a substring of one of them)
SCENARIOS = {
    # One file for a process id.
    "exec": (0, ["summary: 1 error in 3 launches of 2 kernels in 2 processes; incomplete"]),
    "fork": (0, ["summary: 1 error in 2 launches of 2 kernels",
                 "summary: no findings in 2 launches of 1 kernel"]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "probe", "cache"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    env = dict(os.environ, XDG_CACHE_HOME=options.cache)
    problems = []
    for scenario, (status, expected) in SCENARIOS.items():
        command = [options.probe, scenario]
        alone = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=False)
        with tempfile.TemporaryDirectory(prefix="lockstep-exec-") as directory:
            checked = subprocess.run(
                [options.lockstep, "run", "--prune=off", "--certify=off", f"--report={directory}/%p", "--"] + command,
                env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            reports = [path.read_text() for path in sorted(pathlib.Path(directory).iterdir())]
        if alone.returncode != status or checked.returncode != 66 or alone.stdout != checked.stdout:
            problems.append(f"{scenario}: status {alone.returncode} and {checked.returncode}\n"
                            f"{alone.stdout}---\n{checked.stdout}{checked.stderr}")
        for text in expected:
            if sum(text in report for report in reports) != 1:
                problems.append(f"{scenario}: not once '{text}' in {reports}")
        if len(reports) != len(expected):
            problems.append(f"{scenario}: {len(reports)} reports: {reports}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
