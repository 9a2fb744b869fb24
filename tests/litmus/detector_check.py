#!/usr/bin/python3
"""The detector against the model, through the whole tool: litmus tests run as kernels under `lockstep run`.

What the tool reports for a test's kernel must be among the races that the model knows of the test, line by
line: for a test without races, nothing. In how many of the racy ones it finds a race is counted: one run
need not show a race that some executions do not have. With --every=NAME,NAME... it must find one in each of
these: tests of which every execution races.
Usage: detector_check.py [--every=NAME,NAME...] LOCKSTEP FILE.litmus...
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def kernel_name(test):
    return "litmus_" + re.sub(r"[^0-9A-Za-z]", "_", test)


def lines_of(pair):
    """The two lines of a pair of the model's."""
    return tuple(sorted(side["line"] if side else 0 for side in (pair["first"], pair["second"])))


def run(lockstep, files):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        done = subprocess.run(
            [lockstep, "run", "--format=json", f"--report={report}", "--max-findings=0", "--",
             lockstep, "litmus", "--device", "--iterations=1", "--format=json"] + files,
            capture_output=True, text=True)
        try:
            with open(report) as file:
                return json.loads(done.stdout), json.load(file)
        except (OSError, ValueError):
            sys.exit(f"exit status {done.returncode}\n{done.stdout[:2000]}\n{done.stderr}")


def main(every, lockstep, files):
    litmus, report = run(lockstep, files)
    wrong = [f"not instrumented: {entry}" for entry in report["not_instrumented"]]
    wrong += [f"incomplete: {entry}" for entry in report["incomplete"]]
    wrong += [f"{error['file']}: {error['message']}" for error in litmus["errors"]]
    found = {}
    for finding in report["findings"]:
        found.setdefault(finding["kernel"], []).append(finding)
    ran = racy = seen = 0
    for test in litmus["tests"]:
        if "skipped" in test["device"]:
            continue
        ran += 1
        if test["device"]["forbidden"]:
            wrong.append(f"{test['name']}: the device did what the model forbids")
        allowed = {lines_of(pair) for pair in test["racing_pairs"]}
        findings = found.pop(kernel_name(test["name"]), [])
        for finding in findings:
            lines = tuple(sorted(access["line"] for access in finding["accesses"]))
            if lines not in allowed:
                wrong.append(f"{test['name']}: {finding['kind']} at lines {lines}, which the model "
                             f"does not have: {finding['why']}")
        racy += test["data_race"]
        seen += test["data_race"] and bool(findings)
        if test["data_race"] and not findings:
            print(f"{test['name']}: not seen: {sorted(allowed)}")
            if test["name"] in every:
                wrong.append(f"{test['name']}: no race was found")
    judged = {test["name"] for test in litmus["tests"] if test["data_race"] and "skipped" not in test["device"]}
    wrong += [f"{name}: not a test that ran and races" for name in sorted(every - judged)]
    wrong += [f"{kernel}: findings of no test" for kernel in found]
    print(f"{ran} tests ran, {racy} race, of {seen} of these a race was found; {len(wrong)} mistakes")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--every=")]
    names = {name for word in sys.argv[1:] if word.startswith("--every=") for name in word[8:].split(",")}
    sys.exit(main(names, words[0], words[1:]))
