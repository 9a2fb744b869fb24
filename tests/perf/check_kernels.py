#!/usr/bin/python3
"""The kernels of perf/ are right and free of races, and pruning and certificates change no finding.

right   each kernel's result equals the host's computation natively, with the default options and with
        --prune=off --certify=off; nothing is reported, nothing was left unchecked
racy    built with -DRACY, a dozen kernels race: the default options report what --prune=off
        --certify=off does, and something on each of them
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODES = {"default": [], "no proofs": ["--prune=off"], "off": ["--prune=off", "--certify=off"]}
# Fewer would not be what issue and documentation promise.
LEAST_KERNELS = {"right": 24, "racy": 10}


def run(build, options, folder, cases=".", **environment):
    """The report of one run of the kernels that `cases` matches; a second launch of each may be certified."""
    report = pathlib.Path(folder) / "report.json"
    report.unlink(missing_ok=True)
    command = [build / "bin/lockstep-perf", f"--benchmark_filter={cases}"]
    if options is not None:
        command = [build / "bin/lockstep", "run", "--format=json", f"--report={report}",
                   "--error-exitcode=0", *options, "--", *command]
    # A cache of its own: certificates of an earlier run would leave nothing to check.
    done = subprocess.run(command, capture_output=True, text=True, env=dict(
        os.environ, LOCKSTEP_PERF_SIZE="small", LOCKSTEP_PERF_LAUNCHES="2",
        LOCKSTEP_CACHE_DIR=f"{folder}/cache", **environment))
    if done.returncode != 0:
        sys.exit(f"{options}: status {done.returncode}: {done.stderr[-500:]}")
    return (json.loads(report.read_text()) if options is not None else None), done.stdout


def findings(report):
    """What was found, without the counts and examples that depend on the schedule."""
    return {(f["kernel"], f["rule"], f["kind"], f["reach"], f["severity"],
             tuple(sorted((a["op"], a["line"], a["column"]) for a in f["accesses"])))
            for finding in report["findings"] for f in finding["forms"]}


def assert_all_checked(report, mode):
    if report["incomplete"] or report["not_instrumented"]:
        sys.exit(f"{mode}: {report['incomplete']} {report['not_instrumented']}")


def right(build, folder):
    _, listing = run(build, None, folder, LOCKSTEP_PERF_VERIFY="1")
    cases = [line.split("/")[0] for line in listing.splitlines() if "manual_time" in line]
    if len(cases) < LEAST_KERNELS["right"]:
        sys.exit(f"only {len(cases)} kernels: {cases}")
    for mode, options in MODES.items():
        report, checked = run(build, options, folder, LOCKSTEP_PERF_VERIFY="1")
        if [line.split("/")[0] for line in checked.splitlines() if "manual_time" in line] != cases:
            sys.exit(f"{mode}: not all kernels ran:\n{checked}")
        assert_all_checked(report, mode)
        if findings(report):
            sys.exit(f"{mode}: kernels that do not race are reported: {sorted(findings(report))}")
        summary = report["summary"]
        if mode == "default" and not summary["launches_pruned"]:
            sys.exit(f"nothing pruned: {summary['text']}")
        if mode == "no proofs" and not summary["launches_certified"]:
            sys.exit(f"nothing certified: {summary['text']}")
        for kernel in report["kernels"]:
            # The -1 of its neighbour's atomic_cmpxchg has the bit that marks an order as remote.
            if kernel["name"] == "needleman_wunsch" and kernel["dependence"]:
                sys.exit(f"{mode}: needleman_wunsch has no fences: {kernel['dependence']}")
    print(f"{len(cases)} kernels are right and free of races, with and without pruning")


def racy(build, folder):
    sources = "".join(file.read_text() for file in sorted((ROOT / "perf/kernels").glob("*.cl")))
    sources = re.sub(r"__attribute__\(\(.*\)\)\)", "", sources)
    bodies = re.findall(r"^__kernel\s+void\s+(\w+)\((.*?)^}", sources, re.S | re.M)
    expected = {name for name, body in bodies if "RACY" in body}
    if len(expected) < LEAST_KERNELS["racy"]:
        sys.exit(f"only {sorted(expected)} have racy variants")
    found = {}
    cases = f"^({'|'.join(sorted(expected))})/"
    for mode in ("default", "off"):
        report, _ = run(build, MODES[mode] + ["--max-findings=0"], folder, cases, LOCKSTEP_PERF_RACY="1")
        assert_all_checked(report, mode)
        found[mode] = findings(report)
    for here, there in (("default", "off"), ("off", "default")):
        if found[here] - found[there]:
            sys.exit(f"only {here} finds: {sorted(found[here] - found[there])}")
    reported = {finding[0] for finding in found["default"]}
    if reported != expected:
        sys.exit(f"wrong kernels are reported: {sorted(reported ^ expected)}")
    print(f"{len(found['default'])} findings in {len(expected)} kernels, the same both ways")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("check", choices=("right", "racy"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        {"right": right, "racy": racy}[args.check](args.build.resolve(), folder)


if __name__ == "__main__":
    main()
