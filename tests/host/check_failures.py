#!/usr/bin/env python3
"""The application must not notice lockstep, whatever the driver or the helper does.

Runs fake_app on a driver that fails on demand, alone and under lockstep:
  application  each call of the application fails with each documented code: the same answers, no
               object left behind, no handle used after its end
  all          likewise when the call fails whoever makes it
  ours         each call that lockstep makes on its own account fails: the answers of a driver that
               does not fail
  helper       lockstep-cc crashes, hangs, writes nonsense: likewise, and the report says why
usage: check_failures.py MODE --app=EXE --driver=SO --library=SO --helper=EXE [--commands]
--commands: lockstep follows commands, and reads what launches touched from the device's memory.
"""
import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile

IMAGE = {
    "abi": 1, "backend": "pocl", "variant": "default", "dependencies": [],
    "kernels": [{
        "name": "k", "instrumented": True, "reason": "",
        "args": [{"index": 0, "name": "a", "type": "int*", "space": "global", "reads": False,
                  "writes": True, "granule_shift": 2, "checked": True},
                 {"index": 1, "name": "n", "type": "int", "space": "private", "reads": False,
                  "writes": False, "granule_shift": 3, "checked": False}],
        "locals": [], "unknown_roots": {"reads": False, "writes": False}, "barriers": 0,
        "transformed": False, "transform_reason": "", "uses_local": False,
        "sites": [{"id": 0, "op": "none"},
                  {"id": 1, "op": "write", "atomic": False, "order": "", "scope": "",
                   "remote": False, "region": "global", "bytes": 4, "roots": [0],
                   "file": "k.cl", "line": 1, "column": 1, "function": "k", "flags": "",
                   "inlined_at": []}]}]}
# What the helper does -> what the report must say of it.
HELPER = {"crash": "signal 11", "killed": "signal 9", "reject": "error: no", "fail": "out of luck",
          "silent": "no image", "garbage": "no image", "cut": "no whole image",
          "nonsense": "no instrumented program|description", "truncated": "description",
          "chatter": "xxx", "hang": "within 2 s", "other-kernel": "did not find the kernel",
          "other-arguments": "arguments", "missing": "LOCKSTEP_CC"}

# What the report must say of programs and commands that are never checked.
UNCHECKED = ("a built-in kernel", "specialization constants that were set", "created from a binary",
             "a function of the host program")


class Runner:
    def __init__(self, options, directory):
        self.options, self.directory = options, directory
        self.image = os.path.join(directory, "image")
        with open(os.path.join(directory, "fake.icd"), "w", encoding="utf-8") as file:
            file.write(options.driver + "\n")
        with open(self.image, "w", encoding="utf-8") as file:
            file.write("LOCKSTEP-PROGRAM 2\n" + json.dumps(IMAGE) + "\ncode")

    def run(self, under_lockstep, mode, helper="ok"):
        report = os.path.join(self.directory, "report.json")
        if os.path.exists(report):
            os.unlink(report)
        env = {k: v for k, v in os.environ.items() if k not in ("OPENCL_LAYERS", "LD_PRELOAD")}
        env.update(OCL_ICD_VENDORS=self.directory, FAKE_HELPER=helper, FAKE_IMAGE=self.image,
                   LOCKSTEP_CC=self.options.helper,
                   LOCKSTEP_OPTIONS=f"report={report} format=json error-exitcode=0 cache-size=0"
                                    " helper-timeout=2")
        env["LOCKSTEP_OPTIONS"] += " commands=all" if self.options.commands else " commands=off"
        if self.options.commands:
            env["LOCKSTEP_SHADOW"] = "device"
        if helper == "missing":
            env["LOCKSTEP_CC"] = "/nonexistent/lockstep-cc"
        if under_lockstep:
            env["OPENCL_LAYERS"] = self.options.library
        done = subprocess.run([self.options.app, mode], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=300, text=True)
        answer = {"status": done.returncode, "output": done.stdout, "stderr": done.stderr,
                  "report": None}
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                answer["report"] = json.load(file)
        return answer


def compare(what, plain, checked):
    problems = []
    if plain["status"] != checked["status"]:
        problems.append(f"{what}: status {plain['status']} alone, {checked['status']} under lockstep")
    if plain["output"] != checked["output"]:
        lines = difflib.unified_diff(plain["output"].split("\n"), checked["output"].split("\n"),
                                     "alone", "under lockstep", n=20, lineterm="")
        problems.append("\n".join([what] + list(lines)[:100]))
    if problems:
        problems.append(checked["stderr"][-3000:])
    return problems


def check_good(plain, checked):
    problems = compare("no failure", plain, checked)
    if not plain["output"].endswith("alive 0 invalid 0\n"):
        problems.append(f"the driver alone: {plain['output']}")
    # Launches of programs from source and from a binary that is known again run the twin.
    own, twin = map(int, re.findall(r"\d+", checked["stderr"].split("own", 1)[1])[:2])
    if twin == 0 or own == 0:
        problems.append(f"{own} own kernels ran and {twin} twins: {checked['stderr']}")
    reasons = [e["reason"] for e in (checked["report"] or {}).get("not_instrumented", [])]
    return problems + [f"not said: {words}" for words in UNCHECKED
                       if not any(words in reason for reason in reasons)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["application", "all", "ours", "helper"])
    for name in ("app", "driver", "library", "helper"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--commands", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockstep-fake-") as directory:
        runner = Runner(options, directory)
        good = runner.run(False, "life")
        problems = check_good(good, runner.run(True, "life"))
        if options.what in ("application", "all"):
            plain = runner.run(False, options.what)
            if plain["status"] != 0 or "never called" in plain["output"]:
                problems.append(plain["output"][-3000:])
            problems += compare(options.what, plain, runner.run(True, options.what))
        if options.what == "ours":
            checked = runner.run(True, "ours")
            problems += compare("ours", good, checked)
            print(checked["stderr"].strip().split("\n")[-1])
        if options.what == "helper":
            for mode, expected in HELPER.items():
                checked = runner.run(True, "life", helper=mode)
                problems += compare(mode, good, checked)
                reasons = [e["reason"] for e in (checked["report"] or {}).get("not_instrumented", [])
                           if e["kernel"] == "k"]
                if not any(re.search(expected, reason) and len(reason) < 1000 for reason in reasons):
                    problems.append(f"{mode}: {str(reasons)[:2000]} {checked['stderr'][-500:]}")
            problems += compare("orphan", good, runner.run(True, "life", helper="orphan"))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
