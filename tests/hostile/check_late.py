#!/usr/bin/env python3
"""What static objects' destructors launch behind the report is not checked, and counted where it is.

usage: check_late.py --lockstep=EXE … --work=DIR --app=EXE
"""
import json
import os
import subprocess

from run_checks import run_all

LATE = "incomplete: launches that ended after the report was written, at the very end of the process"
CLEAN = "summary: no findings in 1 launch of 1 kernel (1 pruned)"


def check_below_run(checks):
    for options in ([], ["--fail-on=error,incomplete"]):
        status = 66 if options else 0
        checks.run(f"late {options}", checks.app(), status, [LATE + ": 1", CLEAN + "; incomplete"], [], options=options)
        checks.run(f"in time {options}", checks.app("in time"), 0, [CLEAN], ["incomplete"], options=options)
    report = checks.work / "late.json"
    checks.run("late, to a file", checks.app(), 66, [], [],
               options=["--fail-on=incomplete", f"--report={report}", "--format=json"])
    rows = json.loads(report.read_text())["incomplete"]
    if [row["count"] for row in rows] != [1] or not LATE.endswith(rows[0]["what"]):
        checks.fail("the report", rows)


def check_alone(checks):
    done = subprocess.run(checks.app(), env=dict(checks.env, LD_PRELOAD=checks.options.library), check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0 or LATE + ", are not in it" not in done.stderr or done.stdout != "destroyed\n":
        checks.fail("without lockstep run", f"{done.returncode}\n{done.stderr}\n{done.stdout}")


if __name__ == "__main__":
    os.environ.pop("LOCKSTEP_OPTIONS", None)
    run_all(__doc__, ["app"], [check_below_run, check_alone])
