#!/usr/bin/env python3
"""Runs one scenario of the probe without lockstep and under it, and compares.

In each mode the outputs (stdout and exit status) must be those of the run alone, the report must
count every launch once, and the findings must be those expected. As a layer, a tracing layer on top
records every call's answers, which must be the same too.
usage: check_probe.py --probe=EXE --library=SO --scenario=NAME --cache=DIRECTORY
                      [--modes=layer,preload,both] [--launches=N]
                      [--finding=KERNEL:KIND:REACH ...] [--not-instrumented=KERNEL ...]
                      [--launches-said] [--any-plain]
                      [--incomplete=WHAT ...] [--set=NAME=VALUE ...] [--trace=SO] [--compare=exact|set|nothing]
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "trace"))
import compare  # noqa: E402

LACKING = 77  # exit status of a scenario whose subject the driver lacks, and of this test then


def environment(mode, options, report):
    env = {k: v for k, v in os.environ.items() if k not in ("OPENCL_LAYERS", "LD_PRELOAD")}
    # PoCL's cache makes a second run of the suite quick; ours is in it too.
    env["XDG_CACHE_HOME"] = options.cache
    env["POCL_CACHE_DIR"] = os.path.join(options.cache, "pocl")
    env.update(setting.split("=", 1) for setting in options.set)
    os.makedirs(env["POCL_CACHE_DIR"], exist_ok=True)
    if mode in ("layer", "both"):
        env["OPENCL_LAYERS"] = options.library
    if mode in ("preload", "both"):
        env["LD_PRELOAD"] = options.library
    if mode != "plain":
        # Most of the probe's launches provably cannot race, and would run the application's own
        # kernels; one mode is enough for those.
        prune = "on" if mode == "layer" else "off"
        env["LOCKSTEP_OPTIONS"] = f"report={report} format=json error-exitcode=0 prune={prune} certify=off"
    if options.trace and mode in ("plain", "layer"):
        # The last one is next to the application.
        env["OPENCL_LAYERS"] = ":".join(filter(None, [env.get("OPENCL_LAYERS"), options.trace]))
        env["LOCKSTEP_TRACE"] = os.path.join(options.cache, mode + ".trace")
        if os.path.exists(env["LOCKSTEP_TRACE"]):
            os.unlink(env["LOCKSTEP_TRACE"])
    return env


def run(options, mode, report=""):
    return subprocess.run([options.probe, options.scenario], env=environment(mode, options, report),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, text=True)


def check_report(path, options, stderr):
    if not os.path.exists(path):
        return [f"no report; stderr:\n{stderr}"]
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    problems = []
    found = sorted({f"{f['kernel']}:{f['kind']}:{f['reach']}" for one in report["findings"] for f in one["forms"]})
    if found != sorted(options.finding):
        problems.append(f"findings {found}, expected {sorted(options.finding)}")
    if options.launches is not None and report["launches"] != options.launches:
        problems.append(f"{report['launches']} launches, expected {options.launches}")
    unchecked = sorted({e["kernel"] for e in report["not_instrumented"]})
    if unchecked != sorted(options.not_instrumented):
        problems.append(f"not instrumented: {report['not_instrumented']}")
    incomplete = [e["what"] for e in report["incomplete"]]
    if incomplete != options.incomplete:
        problems.append(f"incomplete: {report['incomplete']}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--probe", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--modes", default="layer,preload,both")
    parser.add_argument("--launches", type=int)
    parser.add_argument("--launches-said", action="store_true", help="as many as lines `launch 0` of the run alone")
    parser.add_argument("--finding", action="append", default=[])
    parser.add_argument("--not-instrumented", action="append", default=[])
    parser.add_argument("--incomplete", action="append", default=[], help="expected, in order")
    parser.add_argument("--set", action="append", default=[], help="environment of all runs")
    parser.add_argument("--any-plain", action="store_true",
                        help="the application alone may crash; do not compare")
    parser.add_argument("--trace", help="the tracing layer")
    parser.add_argument("--compare", default="exact", help="of traces, see tests/trace/compare.py")
    options = parser.parse_args()
    plain = run(options, "plain")
    # PoCL alone now and then dies where a sub-device has been let go (docs/quirks.md); nobody else does.
    for _ in range(3):
        if plain.returncode >= 0:
            break
        plain = run(options, "plain")
    if plain.returncode == LACKING:
        options.launches, options.finding, options.not_instrumented = 0, [], []
    if options.launches_said:
        options.launches = len(re.findall("^launch 0$", plain.stdout, re.MULTILINE))
    problems = []
    for mode in options.modes.split(","):
        with tempfile.TemporaryDirectory(prefix="lockstep-host-") as directory:
            report = os.path.join(directory, "report.json")
            checked = run(options, mode, report)
            here = check_report(report, options, checked.stderr)
        if options.any_plain:
            if checked.returncode != 0:
                here.append(f"exit status {checked.returncode}: {checked.stderr}")
        elif (plain.returncode, plain.stdout) != (checked.returncode, checked.stdout):
            here.append(f"exit status {plain.returncode} and {checked.returncode}; output\n"
                        f"--- alone\n{plain.stdout}--- under lockstep\n{checked.stdout}")
        if options.trace and mode == "layer" and options.compare != "nothing":
            traces = [os.path.join(options.cache, name + ".trace") for name in ("plain", "layer")]
            here += compare.differences(*traces, options.compare)
        problems += [f"{mode}: {problem}" for problem in here]
    for problem in problems:
        print(problem)
    if plain.returncode == LACKING and not problems:
        print("skipped: the driver lacks what the scenario is about; its answers are the same under lockstep")
        return LACKING
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
