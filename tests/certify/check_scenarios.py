#!/usr/bin/python3
"""Runs scenarios.py with certificates, again with those on disk, and without, and compares.

Usage: check_scenarios.py --build DIR
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# Kernel -> how many of its launches can be certified in a first process. Those of kernels that depend
# on data, of launches that differ, with findings, or that are incomplete: none.
CERTIFIED = {
    "reduce": 4, "by_global_size": 1, "by_group_size": 1, "by_offset": 1, "by_scalar": 2, "by_float": 1,
    "by_struct": 1, "by_alias": 1, "by_overlap": 2, "by_null": 1, "address": 0, "branch": 0, "trips": 0,
    "real_branch": 0, "same_value": 0, "value_only": 2, "outside": 0, "counter": 2, "ticket": 0,
    "local_address": 0, "texel": 0, "copied": 0,
}
# Kernels whose last, different launch must have been found racy.
RACY = {"by_global_size", "by_group_size", "by_offset", "by_scalar", "by_float", "by_struct", "by_alias",
        "by_overlap", "by_null", "address", "branch", "trips", "real_branch", "same_value", "local_address",
        "texel", "copied"}


def run(build, folder, name, options):
    report = folder / f"{name}.json"
    command = [f"{build}/bin/lockstep", "run", "--format=json", f"--report={report}", "--error-exitcode=0",
               "--same-value=report", *options, "--", "/usr/bin/python3", str(HERE / "scenarios.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280,
                          env=dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"),
                                   LOCKSTEP_CACHE_DIR=str(folder / "cache"), LOCKSTEP_OPTIONS=""))
    if done.returncode != 0 or not report.exists():
        sys.exit(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(report.read_text())


def findings(report):
    """In which launches what was found, by site. Which of several pairs at one site are reported,
    inside a group or between two, depends on how the groups come to run."""
    return sorted({(f["kernel"], f["launch"], *((a["line"], a["column"], a["op"]) for a in f["accesses"]))
                   for f in report["findings"]})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    args = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        reports = {
            "off": run(args.build, folder, "off", ["--prune=off", "--certify=off"]),
            # What proofs about addresses drop needs no certificate: they are left out here.
            "first": run(args.build, folder, "first", ["--prune=off"]),
            "second": run(args.build, folder, "second", ["--prune=off"]),
            "no disk": run(args.build, folder, "nodisk", ["--cache-size=0", "--prune=off"]),
            "pruned": run(args.build, folder, "pruned", ["--certify=off"]),
        }
    for name, report in reports.items():
        if findings(report) != findings(reports["off"]):
            mine, theirs = set(findings(report)), set(findings(reports["off"]))
            wrong.append(f"{name}: more: {mine - theirs}, fewer: {theirs - mine}")
        found = {f["kernel"] for f in report["findings"] if f["rule"] != "out-of-bounds"}
        if found != RACY:
            wrong.append(f"{name}: findings in {sorted(found ^ RACY)} are wrong or missing")
        if {f["kernel"] for f in report["findings"] if f["rule"] == "out-of-bounds"} != {"outside"}:
            wrong.append(f"{name}: nothing said of accesses outside memory")
    for name in ("first", "no disk"):
        kernels = {k["name"]: k for k in reports[name]["kernels"]}
        for kernel, count in CERTIFIED.items():
            # Fewer may be: a driver tells of a launch's end some time after clFinish has returned.
            if kernels[kernel]["launches_certified"] > count:
                wrong.append(f"{name}: {kernel}: {kernels[kernel]['launches_certified']} launches certified, "
                             f"more than {count}")
            if (kernels[kernel]["dependence"] is None) != (count > 0 or kernel in ("outside", "same_value")):
                wrong.append(f"{name}: {kernel}: dependence {kernels[kernel]['dependence']}")
        if reports[name]["summary"]["launches_certified"] == 0:
            wrong.append(f"{name}: nothing was certified")
    if reports["off"]["summary"]["launches_certified"] != 0:
        wrong.append("certified although --certify=off")
    for kernel in reports["second"]["kernels"]:
        first = CERTIFIED.get(kernel["name"], 8)
        if first and kernel["launches_certified"] <= first - (kernel["name"] == "never_waited"):
            wrong.append(f"second: {kernel['name']}: nothing came from disk")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
