#!/usr/bin/env python3
"""`lockstep doctor` where something is amiss: one line says what and what to do, all else goes on.

A self-test that hangs or crashes costs its own line; a kernel whose checked form the driver does not take
is not run at all; a driver that cannot even be listed does not keep the others from being tested.
usage: check_doctor.py --lockstep=EXE --library=SO --helper=EXE --examples=DIR --work=DIR --layer=SO --icd=SO
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

POCL = "/etc/OpenCL/vendors/pocl.icd"
COUNT = 8  # planted kernels


class Doctor:
    def __init__(self, options):
        self.options, self.problems = options, []
        self.work = pathlib.Path(options.work)
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.base = {k: v for k, v in os.environ.items()
                     if not k.startswith(("LOCKSTEP_", "POCL_", "OCL_", "OPENCL_")) and k != "LD_PRELOAD"}
        self.base.update(OCL_ICD_VENDORS=POCL, HOME=str(self.work), XDG_CACHE_HOME=str(self.work / "cache"),
                         LOCKSTEP_LIBRARY=options.library, TMPDIR=str(self.work), NO_COLOR="1")

    def run(self, *words, cwd=None, lockstep=None, **changes):
        env = dict(self.base, **changes)
        env = {k: v for k, v in env.items() if v is not None}
        done = subprocess.run([lockstep or self.options.lockstep, "doctor", *words], capture_output=True,
                              text=True, env=env, timeout=200, cwd=cwd or self.work)
        # Lines that are wrapped, as one.
        self.text = re.sub(r"\n       (?! )", " ", done.stdout)
        self.errors, self.status = done.stderr, done.returncode
        return self

    def expect(self, what, status, *patterns):
        missing = [p for p in patterns if not re.search(p, self.text, re.MULTILINE)]
        if self.status != status or missing:
            self.problems.append(f"{what}: status {self.status} (expected {status}), missing: {missing}\n"
                                 f"{self.text}\n{self.errors}")
        return self

    def expect_not(self, what, pattern):
        if re.search(pattern, self.text + self.errors):
            self.problems.append(f"{what}: '{pattern}' is in\n{self.text}\n{self.errors}")


def right(count):
    return rf"self-test: {count} of {COUNT} planted kernels judged rightly"


def check_driver(doctor):
    """The driver fails on instrumented code."""
    log = doctor.work / "launches"
    sick = {"OPENCL_LAYERS": doctor.options.layer, "SICK_LOG": str(log)}

    def launches():
        text = log.read_text() if log.exists() else ""
        log.unlink(missing_ok=True)
        return text.split()

    doctor.run(**sick).expect("a driver that works", 0, right(COUNT))
    if "twin" not in launches():
        doctor.problems.append("the layer sees no twins")
    for sickness, step in (("refuse-binary", "CL_INVALID_BINARY"), ("refuse-build", "CL_BUILD_PROGRAM_FAILURE"),
                           ("refuse-launch", "CL_OUT_OF_RESOURCES")):
        doctor.run(SICK=sickness, **sick).expect(
            sickness, 1, right(0), rf"divergence was not checked, so it was not run: .*{step}",
            rf"global-race was not checked, so it was not run: .*{step}")
        if "own" in launches():
            doctor.problems.append(f"{sickness}: a planted kernel ran without checks")
    doctor.run(SICK="refuse-build", SICK_ONLY="divergence.cl", **sick).expect(
        "one is refused", 1, right(COUNT - 1), r"divergence was not checked, so it was not run: .*CL_BUILD_PROGRAM_FAILURE")
    launches()
    doctor.run(SICK="crash", SICK_ONLY="local-race.cl", **sick).expect(
        "crash", 1, right(COUNT - 1), r"local-race died of signal 6 \(Aborted\)")
    doctor.run("--timeout=2", SICK="hang", SICK_ONLY="global-clean.cl", **sick).expect(
        "hang", 1, r"global-clean did not end within 2 seconds \(--timeout\)")
    # A library that is not loaded leaves the planted kernels unchecked.
    launches()
    doctor.run(LOCKSTEP_LIBRARY="/etc/hostname", **sick).expect(
        "not a library", 1, r"divergence was not checked, so it was not run: the library was not loaded")
    if launches():
        doctor.problems.append("kernels ran without the library")


def check_vendors(doctor):
    """No driver, or one that cannot be listed."""
    empty, vendors = doctor.work / "empty", doctor.work / "vendors"
    empty.mkdir()
    vendors.mkdir()
    doctor.run(OCL_ICD_VENDORS=str(empty)).expect(
        "no vendor file", 1, rf"no OpenCL platform: .*{empty} has no \.icd file.*apt-get install pocl-opencl-icd")
    doctor.run(OCL_ICD_VENDORS="/nothing/here").expect(
        "no folder", 1, r"no OpenCL platform: OCL_ICD_VENDORS=/nothing/here .*(unset|set) it")
    (vendors / "broken.icd").write_text("libthat-is-not-there.so.7\n")
    doctor.run(OCL_ICD_VENDORS=str(vendors)).expect(
        "a driver that is gone", 1, r"no OpenCL platform: .*broken\.icd.*libthat-is-not-there\.so\.7.*cannot open")
    (vendors / "pocl.icd").write_text(pathlib.Path(POCL).read_text())
    doctor.run(OCL_ICD_VENDORS=str(vendors)).expect(
        "one of two is gone", 0, r"broken\.icd.*libthat-is-not-there\.so\.7.*cannot open", right(COUNT))
    (vendors / "broken.icd").write_text(doctor.options.icd + "\n")
    doctor.run(OCL_ICD_VENDORS=str(vendors), SICK_ICD="none").expect(
        "no platform in it", 0, r"broken\.icd.*no platform", right(COUNT))
    doctor.run(OCL_ICD_VENDORS=str(vendors / "broken.icd"), SICK_ICD="none").expect(
        "no platform at all", 1, r"no OpenCL platform: .*broken\.icd .*has no platform")
    doctor.run(OCL_ICD_VENDORS=str(vendors), SICK_ICD="crash").expect(
        "a driver that crashes", 1, r"broken\.icd: it died of signal 6 \(Aborted\)", right(COUNT))
    doctor.run("--timeout=5", OCL_ICD_VENDORS=str(vendors), SICK_ICD="hang").expect(
        "a driver that hangs", 1, r"broken\.icd: it did not end within 5 seconds", r"device 0\.0")
    # Names that hold only where doctor was started.
    doctor.run(OCL_ICD_VENDORS="vendors/pocl.icd", XDG_CACHE_HOME="cache",
               LOCKSTEP_LIBRARY=os.path.relpath(doctor.options.library, doctor.work)).expect(
                   "relative names", 0, right(COUNT))


def check_caches(doctor):
    """PoCL's cache and ours."""
    for changes in ({"POCL_CACHE_DIR": "/dev/null/x"}, {"XDG_CACHE_HOME": "/dev/null/x"},
                    {"XDG_CACHE_HOME": None, "HOME": "/dev/null/x"}):
        doctor.run(**changes).expect(
            f"PoCL without a cache {changes}", 1,
            r"PoCL .*cannot write its cache /dev/null/x\S*: .*Not a directory.*set POCL_CACHE_DIR")
        doctor.expect_not(f"PoCL is not missing {changes}", "apt-get")
    doctor.run(POCL_DEVICES="nonsense").expect("POCL_DEVICES", 1, r"PoCL .*no device: POCL_DEVICES=nonsense")
    doctor.run(LOCKSTEP_CACHE_DIR="/dev/null/x").expect(
        "our cache", 0, r"bad  cache /dev/null/x.*Not a directory.*LOCKSTEP_CACHE_DIR", right(COUNT))
    doctor.run(LOCKSTEP_OPTIONS="cache-size=0").expect("no cache wanted", 0, "switched off", right(COUNT))


def check_installation(doctor):
    """lockstep itself is not whole."""
    doctor.run(LOCKSTEP_LIBRARY="/nothing/liblockstep.so").expect(
        "no library", 1, r"bad  library cannot find /nothing/liblockstep.so", r"device 0\.0")
    # Installed elsewhere, with the library and without the compiler.
    alone = doctor.work / "installed"
    for name, file in (("bin", doctor.options.lockstep), ("lib", doctor.options.library)):
        (alone / name).mkdir(parents=True)
        shutil.copy(file, alone / name)
    lockstep, compiler = str(alone / "bin/lockstep"), alone / "bin/lockstep-cc"
    doctor.run(lockstep=lockstep, LOCKSTEP_LIBRARY=None).expect(
        "no compiler", 1, r"bad  compiler \S*/bin/lockstep-cc there is none", r"device 0\.0")
    compiler.write_text("#!/bin/sh\necho 'libLLVM-15.so.1: cannot open' >&2\nexit 127\n")
    compiler.chmod(0o755)
    doctor.run(lockstep=lockstep, LOCKSTEP_LIBRARY=None).expect(
        "a compiler that does not start", 1, r"bad  compiler .*lockstep-cc.*libLLVM-15\.so\.1: cannot open")
    doctor.run(TMPDIR="/dev/null/x").expect("no TMPDIR", 0, right(COUNT))
    doctor.run("--timeout=soon").expect("a wrong option", 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "library", "helper", "examples", "work", "layer", "icd"):
        parser.add_argument("--" + name, required=True)
    doctor = Doctor(parser.parse_args())
    for check in (check_driver, check_vendors, check_caches, check_installation):
        check(doctor)
    for problem in doctor.problems:
        print(problem)
    return 1 if doctor.problems else 0


if __name__ == "__main__":
    sys.exit(main())
