#!/usr/bin/env python3
"""A device whose driver our tests do not run on has to pass a trial before anything on it is checked.

`lockstep trial` on PoCL, which passes, is remembered, and is asked anew for another driver; and an application on a
driver that computes nothing (fake_driver/, under another version's name), where the trial fails.
usage: check_trial.py --lockstep=EXE --app=EXE --driver=SO --library=SO
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile


def require(good, *said):
    if not good:
        sys.exit("\n".join(str(text) for text in said))


class Trial:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.env = {k: v for k, v in os.environ.items() if k not in ("OPENCL_LAYERS", "LD_PRELOAD")}
        self.env.update(LOCKSTEP_CACHE_DIR=os.path.join(folder, "cache"), LOCKSTEP_OPTIONS="",
                        OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd")

    def identity(self):
        """The first device's, as a process of its own sees it."""
        answer = os.path.join(self.folder, "drivers")
        subprocess.run([self.options.lockstep, "doctor"], env=dict(self.env, LOCKSTEP_DRIVER_LIST=answer), check=True)
        with open(answer, encoding="utf-8") as file:
            return json.loads(json.load(file)["platforms"][0]["devices"][0]["identity"])

    def ask(self, request, **environment):
        """`lockstep trial`: (status, answer on descriptor 3 without its length, stderr)."""
        answer = os.path.join(self.folder, "answer")
        done = subprocess.run(["sh", "-c", '"$0" trial 3>"$1"', self.options.lockstep, answer], input=request, text=True,
                              capture_output=True, timeout=300, env=dict(self.env, **environment))
        with open(answer, encoding="utf-8") as file:
            text = file.read()
        if done.returncode == 0:
            length, _, text = text.partition("\n")
            require(int(length) == len(text), "the answer's length", length, text)
        return done.returncode, text, done.stderr

    def report(self, options):
        """Of the application on the fake driver: the reasons for which launches were not checked."""
        path = os.path.join(self.folder, "report.json")
        vendors = os.path.join(self.folder, "vendors")
        os.makedirs(vendors, exist_ok=True)
        with open(os.path.join(vendors, "fake.icd"), "w", encoding="utf-8") as file:
            file.write(self.options.driver + "\n")
        subprocess.run([self.options.app, "none"], capture_output=True, timeout=300, env=dict(
            self.env, OCL_ICD_VENDORS=vendors, FAKE_PLATFORM_VERSION="OpenCL 3.0 another",
            OPENCL_LAYERS=self.options.library,
            LOCKSTEP_OPTIONS=f"report={path} format=json error-exitcode=0 {options}"))
        with open(path, encoding="utf-8") as file:
            return [entry["reason"] for entry in json.load(file)["not_instrumented"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "app", "driver", "library"):
        parser.add_argument("--" + name, required=True)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(parser.parse_args(), folder)
        identity = trial.identity()
        require("PoCL" in identity["platform_version"], identity)
        request = json.dumps(identity)
        require(trial.ask(request) == (0, "", ""), "PoCL fails its trial", trial.ask(request))
        # Remembered: no driver is asked again.
        require(trial.ask(request, OCL_ICD_VENDORS="/nonexistent")[:2] == (0, ""), "it was not remembered")
        status, said, _ = trial.ask(json.dumps(dict(identity, driver_version="another")))
        require(status == 0 and "does not see the device" in said, status, said)
        status, _, said = trial.ask("nonsense")
        require(status == 2 and len(said.splitlines()) == 1 and "lockstep doctor" in said, status, said)
        reasons = trial.report("")
        require(any("did not pass its trial" in reason and "planted kernels failed" in reason for reason in reasons), reasons)
        reasons = trial.report("backend=none")
        require(any("--backend=none" in reason for reason in reasons), reasons)


if __name__ == "__main__":
    main()
