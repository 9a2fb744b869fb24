#!/usr/bin/python3
"""Runs test kernels under lockstep, one by one, and compares the verdict and the outputs; see README.md.

Usage: check_kernel.py --build DIR [--cli] [--synchronise] [--emulate] [--one-in N] FILE.cl...
With --cli the kernel runs through `lockstep kernel` instead of through a host program.
With --synchronise a fence is the first statement of each of its kernels. It orders nothing, since no atomic is
near it, but the kernel is then judged by the event log and its replay, which must come to the same verdict.
With --emulate the functions that the kernel `//needs:` of its driver are defined in front of it, for the driver alone
(collectives.clh): what lockstep makes of them is tested on drivers that have none.
With --one-in N only each Nth of the files, others with each commit (tests/sample.py).
Exit status 77: none run, since the driver lacks what the kernel needs and refuses it without lockstep too; with
--emulate, since it lacks nothing. One of the two is run on every driver.
"""
import argparse
import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import expectations  # noqa: E402  (beside this file)
import sample  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT_S = 240
SKIPPED = 77


def run(command, timeout=TIMEOUT_S, **environment):
    """The finished process. One that takes longer than `timeout` seconds is killed with all that it started."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, env=dict(os.environ, **environment), start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def validate(report):
    """Checks `report` against docs/report.schema.json."""
    import jsonschema
    jsonschema.validate(report, json.loads((ROOT / "docs/report.schema.json").read_text()))


def cli_command(kernel):
    """The words of `lockstep kernel` for a kernel file with a single launch line."""
    words = [str(kernel.path)] + ["--" + word for word in kernel.launches[0]]
    return words + ([f"--build-options={kernel.build}"] if kernel.build else [])


def synchronising(path, folder):
    """A copy of the kernel file, of the same name and lines, in which every kernel begins with a fence."""
    text, kernels = re.subn(r"(\bkernel\s+void\b[^;{]*\{)", r"\1 mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);", path.read_text())
    assert kernels > 0, f"{path}: no kernel found"
    copy = pathlib.Path(folder) / path.name
    copy.write_text(text)
    return str(copy)


def emulating(path, folder):
    """A copy of the kernel file, of the same name and lines, in which what it needs stands for the remark in front."""
    lines = path.read_text().splitlines(keepends=True)
    last = next(i for i, line in enumerate(lines) if not line.startswith("//")) - 1
    assert lines[last].startswith("// "), f"{path}: line {last + 1} is no remark"
    lines[last] = '#include "collectives.clh"\n'
    copy = pathlib.Path(folder) / path.name
    copy.write_text("".join(lines).replace("-cl-std=CL3.0", "-cl-std=CL2.0"))  # PoCL 3.1 has variables there only
    return str(copy)


def twin_environment(kernel, build):
    """What makes lockstep-cc compile `//twin:` kernels otherwise than the driver."""
    if not kernel.twin:
        return {}
    return {"LOCKSTEP_CC": str(pathlib.Path(__file__).resolve().parent / "twin_cc.py"),
            "LOCKSTEP_TEST_CC": str(build.resolve() / "bin/lockstep-cc"),
            "LOCKSTEP_TEST_TWIN": kernel.twin}


def check(kernel, build, cli=False):
    """Runs `kernel`, an expectations.Kernel, in a process of its own, and prints what is not as expected. Returns how
    many sentences that took. `cli`: through `lockstep kernel`."""
    build = pathlib.Path(build)
    lockstep, runner = str(build / "bin/lockstep"), str(build / "bin/tests/run_kernel")
    repeats = {"RUN_KERNEL_REPEAT": str(kernel.repeats())}
    environment = dict(twin_environment(kernel, build), **repeats)
    native_environment = dict(repeats)
    if kernel.includes_ours:
        folder = run([lockstep, "--include-dir"]).stdout.strip()
        native_environment["RUN_KERNEL_OPTIONS"] = f"-I {folder}"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        options = ["--format=json", f"--report={path}"] + kernel.options
        if cli:
            checked = run([lockstep, "kernel"] + options + cli_command(kernel), **environment)
        else:
            checked = run([lockstep, "run"] + options + ["--", runner, str(kernel.path)], **environment)
        if not os.path.exists(path):
            print(checked.stdout, checked.stderr, f"{kernel.path.name}: no report; exit status {checked.returncode}")
            return 1
        report = json.loads(pathlib.Path(path).read_text())

    validate(report)
    if kernel.dies and kernel.dies in driver_versions():
        native = run([runner, str(kernel.path)], **native_environment)
        print(f"{kernel.path.name}: this driver, {kernel.dies}, ends the process over it: status {native.returncode}")
        return int(native.returncode >= 0)
    wrong = kernel.mismatches(report)
    if checked.returncode != kernel.exit_status(report):
        wrong.append(f"exit status {checked.returncode}, not {kernel.exit_status(report)}")
    if not cli and kernel.compare_outputs:
        native = run([runner, str(kernel.path)], **native_environment)
        if native.returncode != 0:
            wrong.append(f"uninstrumented run failed: {native.stderr}")
        if native.stdout != checked.stdout:
            wrong.append(f"outputs differ\nnative:\n{native.stdout}lockstep:\n{checked.stdout}")
    for sentence in wrong:
        print(f"{kernel.path.name}: {sentence}")
    if wrong:
        print(checked.stderr, json.dumps(report, indent=1), sep="\n")
    return len(wrong)


def driver_versions():
    """The drivers' versions, as a text."""
    return run(["clinfo", "--prop", "CL_DRIVER_VERSION"]).stdout


@functools.cache
def says_it_lacks(needs):
    """Whether the device says so itself, by the property that stands for `needs`. Asking is faster than compiling."""
    name, without = {"sub-groups": ("CL_DEVICE_MAX_NUM_SUB_GROUPS", "0"),
                     "work-group functions": ("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "CL_FALSE")}[needs]
    return re.search(rf"{name}\s+{without}$", run(["clinfo", "--raw"]).stdout, re.MULTILINE) is not None


def is_left_out(kernel, build, emulate):
    """Whether the driver lacks what `kernel` needs, and refuses it without lockstep too, or, if that is to be emulated,
    lacks nothing; if so, says it."""
    if says_it_lacks(kernel.needs):
        if not emulate:
            print(f"{kernel.path.name}: not run, since it needs {kernel.needs}, which the device says it lacks")
        return not emulate
    built = run([str(pathlib.Path(build) / "bin/tests/run_kernel"), str(kernel.path)], RUN_KERNEL_REPEAT="0")
    if built.returncode == 0 and emulate:
        print(f"{kernel.path.name}: not emulated, since the driver has {kernel.needs}")
    if built.returncode != 0 and not emulate:
        print(f"{kernel.path.name}: not run, since it needs {kernel.needs}: uninstrumented run failed: {built.stderr}")
    return (built.returncode == 0) == emulate


def kernels_of(args, folder):
    """The kernels of args.files as they are to be run, without those that are left out. Copies lie in `folder`."""
    kernels = []
    for file in sample.drawn([pathlib.Path(file) for file in args.files], args.one_in):
        kernel = expectations.Kernel(synchronising(file, folder) if args.synchronise else file)
        if kernel.needs and is_left_out(kernel, args.build, args.emulate):
            continue
        if args.emulate:
            kernel = expectations.Kernel(emulating(kernel.path, folder))
            kernel.twin, kernel.needs = "-DLOCKSTEP_TWIN", None
            os.environ["RUN_KERNEL_OPTIONS"] = f"-I {pathlib.Path(__file__).resolve().parent}"
        kernels.append(kernel)
    return kernels


def parse_command_line(parser):
    """The arguments, with what check_batch.py has too."""
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--synchronise", action="store_true")
    parser.add_argument("--emulate", action="store_true")
    parser.add_argument("--one-in", default=1, type=int, metavar="N")
    parser.add_argument("files", nargs="+", metavar="FILE.cl")
    return parser.parse_args()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", action="store_true")
    args = parse_command_line(parser)
    with tempfile.TemporaryDirectory() as folder:
        kernels = kernels_of(args, folder)
        if args.cli:
            for kernel in kernels:
                kernel.repeats = lambda: 1  # `lockstep kernel` repeats nothing
        wrong = sum(check(kernel, args.build, args.cli) for kernel in kernels)
    return 1 if wrong else 0 if kernels else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
