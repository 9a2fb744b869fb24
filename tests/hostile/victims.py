"""Runs of the victim (victim.c), alone and under `lockstep run`, and what may be said of them."""
import argparse
import os
import re
import subprocess

# A launch that is not waited for at the end of a process may take two minutes: nothing here is one.
TIMEOUT = 110


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    for name in ("lockstep", "library", "helper", "examples", "work", "victim", "no-memory", "layer"):
        parser.add_argument("--" + name)
    return parser.parse_args()


def environment(work, **more):
    """The environment of a run with caches of its own; the driver is PoCL."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("LOCKSTEP_") and k not in ("LD_PRELOAD", "OPENCL_LAYERS")}
    os.makedirs(work, exist_ok=True)
    env.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", LOCKSTEP_CACHE_DIR=os.path.join(work, "cache"),
               POCL_CACHE_DIR=os.path.join(work, "pocl"), TMPDIR=work, NO_COLOR="1", **more)
    return env


def run(words, env, limits=None, timeout=TIMEOUT):
    """Runs `words`; `limits`, a function, in the child before. Status, stdout, stderr."""
    done = subprocess.run(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          timeout=timeout, preexec_fn=limits)
    return done.returncode, done.stdout, done.stderr


def races(report):
    return report.count("lockstep: data race:")


def dishonest(status, report, races_wanted):
    """Why the report looks cleaner than it may; None if it does not. `races_wanted`: what a whole report shows."""
    if "terminate called" in report:
        return "an exception ended it"
    summary = re.findall(r"^lockstep: summary: .*$", report, re.M)
    said = re.search(r"incomplete|not instrumented|cannot|not enough memory", report)
    if races(report) < races_wanted and not said:
        return "a race is missing, and nothing says so"
    if races(report) > 0 and status == 0:
        return "there are races, and the status is 0"
    if not summary and not said:
        return "no summary, and nothing says why"
    return None
