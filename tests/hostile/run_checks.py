"""Runs of programs under `lockstep run`, and what they must end with and say."""
import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

RACE = "lockstep: data race:"


class Checks:
    def __init__(self, options):
        self.options, self.problems, self.skipped, self.folders = options, [], [], []
        self.work = pathlib.Path(options.work)
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.env = dict(os.environ, XDG_CACHE_HOME=str(self.work / "cache"), LOCKSTEP_CC=options.helper,
                        POCL_CACHE_DIR=str(self.work / "pocl"), OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd")
        for name in ("LD_PRELOAD", "OPENCL_LAYERS", "LOCKSTEP_OPTIONS"):
            self.env.pop(name, None)

    def fail(self, what, text):
        self.problems.append(f"{what}: {text}")

    def start(self, command, wrapper=(), limit=None, options=(), **changes):
        before = None if limit is None else lambda: resource.setrlimit(*limit)
        return subprocess.Popen([*wrapper, self.options.lockstep, "run", *options, "--", *command],
                                env=dict(self.env, **changes), stdin=subprocess.PIPE, preexec_fn=before,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def run(self, what, command, status=66, said=(RACE,), unsaid=("no findings",), **more):
        """The run ends with `status`; on stderr stands each of `said` and none of `unsaid`."""
        process = self.start(command, **more)
        errors = process.communicate(timeout=120)[1]
        if process.returncode != status:
            self.fail(what, f"status {process.returncode}, not {status}\n{errors}")
        for text in said:
            if text not in errors:
                self.fail(what, f"'{text}' is not in\n{errors}")
        for text in unsaid:
            if text in errors:
                self.fail(what, f"'{text}' in\n{errors}")
        return errors

    def temporary(self, name):
        """A folder that everybody may enter, which is removed at the end."""
        self.folders.append(tempfile.TemporaryDirectory(prefix=name, dir="/tmp"))
        return pathlib.Path(self.folders[-1].name)

    def app(self, *words):
        return [self.options.app, *words]


def can(checks, what, command):
    """Whether the system lets us make these surroundings; if not, that is said, and the test counts as skipped."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        checks.skipped.append(f"{what}: the system forbids it: {done.stdout.strip()}")
    return done.returncode == 0


def run_all(description, names, checks):
    """The main program of a test: `checks` are functions that get a Checks."""
    parser = argparse.ArgumentParser(description=description)
    for name in ("lockstep", "library", "helper", "examples", "work", *names):
        parser.add_argument("--" + name, required=True)
    frame = Checks(parser.parse_args())
    for check in checks:
        check(frame)
    for text in frame.problems + frame.skipped:
        print(text)
    sys.exit(1 if frame.problems else 77 if frame.skipped else 0)
