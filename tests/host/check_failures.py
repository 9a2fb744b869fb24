#!/usr/bin/env python3
"""The application must not notice lockstep, whatever the driver or the helper does.

Runs fake_app on a driver that fails on demand, alone and under lockstep:
  driver   a call fails whoever makes it: the same answers, and no object left behind
  ours     only our own use of a call fails: the answers of a driver that does not fail
  helper   lockstep-cc crashes, refuses, writes nonsense: likewise, and the report says why
usage: check_failures.py driver|ours|helper --app=EXE --driver=SO --library=SO --helper=SCRIPT
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

CODE = -6  # CL_OUT_OF_HOST_MEMORY
# Every hooked call that the application makes, and those that the hooks make for it.
CALLS = ["clCreateContext", "clCreateCommandQueueWithProperties", "clCreateBuffer",
         "clCreateProgramWithSource", "clBuildProgram", "clCreateKernel", "clSetKernelArg",
         "clEnqueueNDRangeKernel", "clEnqueueTask", "clWaitForEvents", "clFinish",
         "clRetainKernel", "clRetainContext", "clCreateProgramWithBinary", "clSetEventCallback",
         "clSetMemObjectDestructorCallback", "clGetMemObjectInfo", "clGetCommandQueueInfo",
         "clGetKernelWorkGroupInfo"]
# (call, which of them): calls that only we make, or that we make first.
OURS = [("clCreateProgramWithBinary", 1), ("clBuildProgram", 2), ("clCreateKernel", 2),
        ("clCreateBuffer", 2), ("clCreateBuffer", 3), ("clCreateBuffer", 6), ("clCreateBuffer", 7),
        ("clSetKernelArg", 3), ("clSetKernelArg", 4), ("clSetKernelArg", 5), ("clSetKernelArg", 10),
        ("clEnqueueNDRangeKernel", 1), ("clSetEventCallback", 1), ("clGetMemObjectInfo", 0),
        ("clSetMemObjectDestructorCallback", 0), ("clGetCommandQueueInfo", 0),
        ("clGetKernelWorkGroupInfo", 0)]
HELPER = ["crash", "reject", "fail", "silent", "garbage", "other-kernel", "other-arguments",
          "missing"]


class Runner:
    def __init__(self, options, directory):
        self.options, self.directory = options, directory
        with open(os.path.join(directory, "fake.icd"), "w", encoding="utf-8") as file:
            file.write(options.driver + "\n")

    def run(self, under_lockstep, fail="", helper="ok"):
        log, report = (os.path.join(self.directory, name) for name in ("log.json", "report.json"))
        for path in (log, report):
            if os.path.exists(path):
                os.unlink(path)
        env = {k: v for k, v in os.environ.items() if k not in ("OPENCL_LAYERS", "LD_PRELOAD")}
        env.update(OCL_ICD_VENDORS=self.directory, FAKE_CL_LOG=log, FAKE_CL_FAIL=fail,
                   FAKE_HELPER=helper, LOCKSTEP_CC=self.options.helper,
                   LOCKSTEP_OPTIONS=f"report={report} format=json error-exitcode=0 cache-size=0")
        if helper == "missing":
            env["LOCKSTEP_CC"] = "/nonexistent/lockstep-cc"
        if under_lockstep:
            env["OPENCL_LAYERS"] = self.options.library
        done = subprocess.run([self.options.app], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=120, text=True)
        answer = {"status": done.returncode, "output": done.stdout, "stderr": done.stderr}
        for name, path in (("log", log), ("report", report)):
            answer[name] = None
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    answer[name] = json.load(file)
        return answer


def compare(what, plain, checked):
    if (plain["status"], plain["output"]) != (checked["status"], checked["output"]):
        return [f"{what}: status {plain['status']} and {checked['status']}\n--- alone\n"
                f"{plain['output']}--- under lockstep\n{checked['output']}{checked['stderr']}"]
    if checked["log"] is None or checked["log"]["alive"] != plain["log"]["alive"]:
        return [f"{what}: {plain['log']} alone, {checked['log']} under lockstep"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["driver", "ours", "helper"])
    for name in ("app", "driver", "library", "helper"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory(prefix="lockstep-fake-") as directory:
        runner = Runner(options, directory)
        good = runner.run(False)
        checked = runner.run(True)
        problems += compare("no failure", good, checked)
        if good["log"] != {"alive": 0, "own": 4, "twin": 0}:
            problems.append(f"the driver alone: {good['log']}")
        if checked["log"] != {"alive": 0, "own": 0, "twin": 4}:
            problems.append(f"twins instead of own kernels: {checked['log']} {checked['stderr']}")
        if options.what == "driver":
            for call in CALLS:
                fail = f"{call}:{CODE}:0"
                problems += compare(fail, runner.run(False, fail), runner.run(True, fail))
        if options.what == "ours":
            for call, nth in OURS:
                fail = f"{call}:{CODE}:{nth}"
                problems += compare(fail, good, runner.run(True, fail))
        if options.what == "helper":
            for mode in HELPER:
                checked = runner.run(True, helper=mode)
                problems += compare(mode, good, checked)
                said = [e for e in checked["report"]["not_instrumented"] if e["kernel"] == "k"]
                if checked["log"]["own"] != 4 or not said or not said[0]["reason"]:
                    problems.append(f"{mode}: {checked['log']} {checked['report']}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
