#!/usr/bin/python3
"""Runs scenarios.py with certificates, again with those on disk, and without, and compares.

Usage: check_scenarios.py --build DIR
"""
import sys

import runs

APPLICATION = ["scenarios.py"]

# Kernel -> how many of its launches can be certified in a first process. Those of kernels that depend
# on data that they write, of launches that differ, with findings, or that are incomplete: none.
CERTIFIED = {
    "reduce": 4, "by_global_size": 1, "by_group_size": 1, "by_offset": 1, "by_scalar": 2, "by_float": 1,
    "by_struct": 1, "by_alias": 1, "by_overlap": 2, "by_null": 1, "address": 1, "branch": 0, "trips": 1,
    "real_branch": 0, "same_value": 0, "value_only": 2, "outside": 0, "counter": 2, "ticket": 0,
    "local_address": 0, "texel": 1, "copied": 0,
}
# Those whose accesses depend on what is in an argument that they only read: certified while it stays, in one process.
DECIDED = {"address", "branch", "trips", "real_branch", "texel", "copied"}
# Kernels whose last, different launch must have been found racy.
RACY = {"by_global_size", "by_group_size", "by_offset", "by_scalar", "by_float", "by_struct", "by_alias",
        "by_overlap", "by_null", "address", "branch", "trips", "real_branch", "same_value", "local_address",
        "texel", "copied"}


def problems(build, folder):
    wrong = []
    reports = {
        "off": runs.run(build, folder, "off", APPLICATION, ["--prune=off", "--certify=off"]),
        # What proofs about addresses drop needs no certificate: they are left out here.
        "first": runs.run(build, folder, "first", APPLICATION, ["--prune=off"]),
        "second": runs.run(build, folder, "second", APPLICATION, ["--prune=off"]),
        "no disk": runs.run(build, folder, "nodisk", APPLICATION, ["--cache-size=0", "--prune=off"]),
        "pruned": runs.run(build, folder, "pruned", APPLICATION, ["--certify=off"]),
    }
    for name, report in reports.items():
        wrong += runs.difference(name, report, reports["off"])
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
            independent = kernel not in DECIDED and (count > 0 or kernel in ("outside", "same_value"))
            if (kernels[kernel]["dependence"] is None) != independent:
                wrong.append(f"{name}: {kernel}: dependence {kernels[kernel]['dependence']}")
        if reports[name]["summary"]["launches_certified"] == 0:
            wrong.append(f"{name}: nothing was certified")
    if reports["off"]["summary"]["launches_certified"] != 0:
        wrong.append("certified although --certify=off")
    for kernel in reports["second"]["kernels"]:
        first = CERTIFIED.get(kernel["name"], 8)
        if kernel["name"] in DECIDED:
            if kernel["launches_certified"] > first:
                wrong.append(f"second: {kernel['name']}: a certificate about memory came from disk")
        elif first and kernel["launches_certified"] <= first - (kernel["name"] == "never_waited"):
            wrong.append(f"second: {kernel['name']}: nothing came from disk")
    return wrong


if __name__ == "__main__":
    sys.exit(runs.check(__doc__, problems))
