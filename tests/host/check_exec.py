#!/usr/bin/env python3
"""Programs that become others, start others, or load one libOpenCL more, under `lockstep run`: nothing found is lost.

usage: check_exec.py --lockstep=EXE --probe=EXE --dlopen-probe=EXE --cache=DIRECTORY
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

WORKS_IN_WAITING_THREAD = {"POCL_DEVICES": "basic"}
FORKED = "child: launches under way when the program ended, checked up to there: 1"

# scenario -> status of the run alone, reports that say what (each a substring of one of them), what is set
SCENARIOS = {
    # One file for a process id.
    "exec": (0, ["summary: 1 error in 3 launches of 2 kernels in 2 processes; incomplete"], {}),
    "fork": (0, ["summary: 1 error in 2 launches of 2 kernels",
                 "summary: no findings in 2 launches of 1 kernel"], {}),
    "forked-launch": (0, ["summary: 1 error in 3 launches of 2 kernels",
                          *["summary: 1 error in 1 launch of 1 kernel"] * 2], WORKS_IN_WAITING_THREAD),
    "forked-end": (0, ["summary: 1 error in 2 launches of 2 kernels", FORKED, FORKED], {}),
    # One process, one launch, and an end that is seen.
    "namespace": (0, ["summary: 1 error in 1 launch of 1 kernel\n"], {}),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "probe", "dlopen-probe", "cache"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    problems = []
    for scenario, (status, expected, settings) in SCENARIOS.items():
        env = dict(os.environ, XDG_CACHE_HOME=options.cache, **settings)
        command = [options.dlopen_probe if scenario == "namespace" else options.probe, scenario]
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
            if sum(text in report for report in reports) != expected.count(text):
                problems.append(f"{scenario}: not {expected.count(text)} times '{text}' in {reports}")
        if len(reports) != len(expected):
            problems.append(f"{scenario}: {len(reports)} reports: {reports}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
