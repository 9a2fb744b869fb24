#!/usr/bin/python3
"""Checks many test kernels, those that can be in one process: the same verdicts as check_kernel.py for each of them.

PoCL reads its library of built-in functions once a context, and a process takes as long as a small kernel does to
compile. Findings belong to a file by the number of the launch that they were made in; whatever a report does not tell
of single launches must be nothing. Kernels of which that is not so run in a process of their own (Kernel.together()).

Usage: check_batch.py --build DIR [--synchronise] [--emulate] [--one-in N] FILE.cl...     (see check_kernel.py)
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_kernel  # noqa: E402  (beside this file)
import expectations  # noqa: E402

TIMEOUT_S = 600


def run(command, kernels, repeats, **environment):
    return check_kernel.run(command + [str(kernel.path) for kernel in kernels], timeout=TIMEOUT_S,
                            RUN_KERNEL_REPEAT=str(repeats), **environment)


def outputs_by_file(text):
    """What the runner printed of each file that it came to, by its path."""
    parts = re.split(r"^file (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def reports_by_kernel(report, kernels):
    """(kernel, its part of `report`) of each: as if its launches had been the only ones."""
    # In the order of their first launches, as the files are.
    pruned = [row["launches_pruned"] for row in report["kernels"]]
    if kernels[0].pruned is None:
        pruned = [None] * len(kernels)
    elif len(pruned) != len(kernels):
        raise RuntimeError(f"{len(pruned)} kernels reported, {len(kernels)} launched")
    first = 1
    for kernel, left_out in zip(kernels, pruned):
        made = len(kernel.launches) * kernel.repeats()
        yield kernel, {"findings": [one for one in report["findings"] if first <= one["launch"] < first + made],
                       "launches": made, "incomplete": [], "not_instrumented": [], "timed_out": [],
                       "summary": {"launches_pruned": left_out}}
        first += made


def check_together(build, kernels):
    """Kernels with equal options, repetitions and compilers of twins, all of which say how many launches are pruned, or
    none. Returns (kernel, sentence) of all that is wrong."""
    lockstep, runner = str(build / "bin/lockstep"), str(build / "bin/tests/run_kernel")
    repeats = kernels[0].repeats()
    twin = check_kernel.twin_environment(kernels[0], build)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "report.json"
        options = ["--format=json", f"--report={path}"] + kernels[0].options
        checked = run([lockstep, "run"] + options + ["--", runner], kernels, repeats, **twin)
        if checked.returncode not in (0, 66) or not path.exists():
            raise RuntimeError(f"exit status {checked.returncode}: {checked.stderr[-2000:]}")
        report = json.loads(path.read_text())
    check_kernel.validate(report)
    for what in ("incomplete", "not_instrumented", "timed_out"):
        if report.get(what):
            raise RuntimeError(f"{what}: {report[what]}")
    wrong = []
    owed = max(kernel.exit_status(part) for kernel, part in reports_by_kernel(report, kernels))
    if checked.returncode != owed:
        wrong.append((kernels[0], f"exit status {checked.returncode}, not {owed}"))
    made = sum(len(kernel.launches) for kernel in kernels) * repeats
    if report["launches"] != made:
        wrong.append((kernels[0], f"{report['launches']} launches reported, {made} made"))
    for kernel, part in reports_by_kernel(report, kernels):
        wrong += [(kernel, sentence) for sentence in kernel.mismatches(part)]

    compared = [kernel for kernel in kernels if kernel.compare_outputs]
    under_lockstep = outputs_by_file(checked.stdout)
    native = run([runner], compared, repeats) if len(compared) > 1 else None
    if native is not None and native.returncode != 0:
        raise RuntimeError(f"uninstrumented run failed: {native.stderr[-2000:]}")
    native_outputs = outputs_by_file(native.stdout) if native is not None else {}
    for kernel in compared:
        name = str(kernel.path)
        ours = under_lockstep.get(name)
        theirs = native_outputs.get(name) if native is not None else run([runner], [kernel], repeats).stdout
        if ours is None or ours != theirs:
            wrong.append((kernel, f"outputs differ\nnative:\n{theirs}lockstep:\n{ours}"))
    return wrong


def batches(kernels):
    """Those that go together, as lists of at least two; and the others."""
    together = collections.defaultdict(list)
    for kernel in kernels:
        if kernel.together():
            together[(tuple(kernel.options), kernel.repeats(), kernel.pruned is None, kernel.twin)].append(kernel)
    groups = [group for group in together.values() if len(group) > 1]
    grouped = {kernel.path for group in groups for kernel in group}
    return groups, [kernel for kernel in kernels if kernel.path not in grouped]


def check_all(build, kernels):
    """Returns the names of the files in which something is wrong, and says what."""
    groups, alone = batches(kernels)
    failed = collections.Counter()
    for group in groups:
        try:
            for kernel, sentence in check_together(build, group):
                print(f"{kernel.path.name}: {sentence}")
                failed[kernel.path.name] += 1
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            # Of one of them, and whose is not known: each for itself says it.
            print(f"{', '.join(kernel.path.name for kernel in group)} together: {error}")
            failed["together"] += 1
            alone += group
    for kernel in alone:
        failed[kernel.path.name] += check_kernel.check(kernel, build)
    print(f"{len(kernels)} kernels, {len(kernels) - len(alone)} of them together")
    return [name for name, count in failed.items() if count]


def main():
    args = check_kernel.parse_command_line(argparse.ArgumentParser())
    with tempfile.TemporaryDirectory() as folder:
        kernels = check_kernel.kernels_of(args, folder)
        failed = check_all(args.build, kernels)
    print(f"failed: {', '.join(failed) if failed else 'none'}")
    return 1 if failed else 0 if kernels else check_kernel.SKIPPED


if __name__ == "__main__":
    sys.exit(main())
