#!/usr/bin/python3
"""Runs the end-to-end kernels on rusticl's llvmpipe device: the same findings and outputs as on PoCL.

Usage: check_rusticl.py --build DIR [--part I/N] [--seconds S] [--only REGEX]
Part I of N of all kernels, so that one process serves many. --seconds S: of these as many as fit into S seconds, and
others with each commit, since llvmpipe compiles a twin for seconds and some for minutes; LOCKSTEP_ALL_TESTS=1 in the
environment (`scripts/test --all`) takes all. rusticl.txt names those that are not as on PoCL, and why; a reason must still hold:
  refused TEXT          the driver's own build, or its run, fails without lockstep and says TEXT
                        (`died`: ends with a signal)
  not-instrumented TEXT the driver runs it, but our back end leaves it alone and the report says TEXT;
                        the outputs are those without lockstep
  otherwise             without lockstep the outputs are not those of PoCL, though the kernel has but
                        one result; the findings are the same
  ends                  a kernel without end comes to one without lockstep: the driver ends its loops
  loops-end             checked, but the driver ends loops of the twin after 65,535 iterations, those in checks
                        counted: the report says so, and nothing else
  loops-may-end         likewise in some schedules, else as on PoCL: who waits for another group may be ended
  slow                  not run, because the driver compiles or runs the twin for minutes; counted in the last line
A kernel that races has three tries: which of its pairs are met depends on the schedule there.
The driver's environment (tests/e2e/CMakeLists.txt) has to be set. Exit status 77 where there is no rusticl of Mesa 22.3.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import check_kernel  # noqa: E402
import expectations  # noqa: E402
import sample  # noqa: E402

KINDS = ("refused", "not-instrumented", "otherwise", "ends", "loops-end", "loops-may-end", "slow")
LOOPS_ENDED = "whose loops the driver ended"
POCL = {"OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd"}


def exceptions(path, kinds):
    """A list of kernels that do not end as their files say: kernel file -> (kind, text)."""
    result = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(": ")
            kind, _, text = rest.partition(" ")
            if kind not in kinds or name in result:
                raise ValueError(f"{path.name}: {line}")
            result[name] = (kind, text)
    return result


def loops_ended(report):
    return any(LOOPS_ENDED in entry["what"] for entry in report["incomplete"])

MESA = "22.3"


class Checker:
    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        self.runner = str(self.build / "bin/tests/run_kernel")
        self.include = check_kernel.run([str(self.build / "bin/lockstep"),
                                         "--include-dir"]).stdout.strip()

    def native(self, kernel, **more):
        options = {"RUN_KERNEL_OPTIONS": f"-I {self.include}"} if kernel.includes_ours else {}
        return check_kernel.run([self.runner, str(kernel.path)], **options, **more)

    def same_outputs(self, kernel, here, there):
        return here == there

    def under_lockstep(self, kernel, repeats):
        """(finished process, report or None)."""
        twin = check_kernel.twin_environment(kernel, self.build)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "report.json"
            done = check_kernel.run([str(self.build / "bin/lockstep"), "run", "--format=json",
                                     f"--report={path}", *kernel.options, "--", self.runner,
                                     str(kernel.path)], RUN_KERNEL_REPEAT=str(repeats), **twin)
            return done, json.loads(path.read_text()) if path.exists() else None

    def refused(self, kernel, text):
        done = self.native(kernel)
        if text == "died":
            return [] if done.returncode < 0 else [f"it ended with {done.returncode}, no signal"]
        if done.returncode == 0:
            return ["the driver takes it"]
        return [] if text in done.stderr else [f"the driver says: {done.stderr.strip()[-300:]}"]

    def otherwise(self, kernel):
        here, there = self.native(kernel), self.native(kernel, **POCL)
        if here.returncode != 0 or there.returncode != 0:
            return [f"it failed: {here.stderr}{there.stderr}"]
        kernel.compare_outputs = False
        wrong = self.as_on_pocl(kernel)
        return wrong + (["the outputs are those of PoCL"] if here.stdout == there.stdout else [])

    def ends(self, kernel):
        done = self.native(kernel)
        return [] if done.returncode == 0 else [f"it failed: {done.stderr[-300:]}"]

    def loops_end(self, kernel):
        done, report = self.under_lockstep(kernel, 1)
        if report is None:
            return [f"no report, exit status {done.returncode}: {done.stderr[-300:]}"]
        if not loops_ended(report):
            return ["the driver ended no loops"]
        return [f"found: {expectations.describe(one)}" for one in report["findings"]]

    def left_alone(self, kernel, text):
        native = self.native(kernel)
        done, report = self.under_lockstep(kernel, 1)
        if native.returncode != 0 or report is None:
            return [f"it failed: {native.stderr[-300:]}{done.stderr[-300:]}"]
        reasons = [entry["reason"] for entry in report["not_instrumented"]]
        wrong = [] if any(text in reason for reason in reasons) else [f"reasons given: {reasons}"]
        if report["findings"]:
            wrong.append(f"found: {[expectations.describe(one) for one in report['findings']]}")
        if kernel.compare_outputs and native.stdout != done.stdout:
            wrong.append("outputs differ")
        return wrong

    def as_on_pocl(self, kernel, loops_may_end=False):
        native = None
        if not kernel.timeout:  # without lockstep such a kernel would not end
            native = self.native(kernel, RUN_KERNEL_REPEAT=str(kernel.repeats()))
            if native.returncode != 0:
                return [f"the driver does not run it: {native.stderr.strip()[-300:]}"]
        done, report = self.under_lockstep(kernel, kernel.repeats())
        if report is None:
            return [f"no report, exit status {done.returncode}: {done.stderr[-300:]}"]
        if loops_may_end and loops_ended(report):  # of some launches; the others may find what there is
            return [] if kernel.expected else [f"found: {expectations.describe(one)}" for one in report["findings"]]
        wrong = kernel.mismatches(report)
        if done.returncode != kernel.exit_status(report):
            wrong.append(f"exit status {done.returncode}, not {kernel.exit_status(report)}")
        if kernel.compare_outputs and native is not None and not self.same_outputs(kernel, native.stdout, done.stdout):
            wrong.append(f"outputs differ\nnative:\n{native.stdout}lockstep:\n{done.stdout}")
        return wrong

    def check(self, kernel, exception):
        kind, text = exception or ("", "")
        if kind == "refused":
            return self.refused(kernel, text)
        if kind == "otherwise":
            return self.otherwise(kernel)
        if kind == "ends":
            return self.ends(kernel)
        if kind == "slow":
            return []
        if kind == "loops-end":
            return self.loops_end(kernel)
        if kind == "not-instrumented":
            return self.left_alone(kernel, text)
        return self.as_on_pocl(kernel, loops_may_end=kind == "loops-may-end")

    def check_file(self, path, exception):
        """Checks the kernel of a file; again, up to three times, if it is one that races: on a device that runs work-items together it
        depends on the schedule which pairs of a race are met. A correct kernel has no second chance."""
        for _ in range(3):
            kernel = expectations.Kernel(path)
            sentences = self.check(kernel, exception)
            if not sentences or not kernel.expected:
                break
        return sentences


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    if not pathlib.Path(os.environ.get("OCL_ICD_VENDORS", "")).exists():
        print("skipped: no rusticl on this machine")
        return 77
    # For newer ones, which differ in which kernels they take, scripts/elsewhere counts.
    version = check_kernel.driver_versions().split()
    if version and not version[-1].startswith(MESA):
        print(f"skipped: rusticl.txt is about Mesa {MESA}, and this is {version[-1]}")
        return 77
    part, parts = (int(word) for word in args.part.split("/"))
    files = sorted((HERE / "kernels").glob("*/*.cl"), key=lambda path: path.name)
    # It refuses those that need more than it has, under the version of OpenCL C that they ask for.
    files = [path for path in files if expectations.Kernel(path).needs is None]
    listed = exceptions(HERE / "rusticl.txt", KINDS)
    wrong = [f"rusticl.txt names {name}, which is no kernel" for name in
             sorted(listed.keys() - {path.stem for path in files})]
    files = [path for path in files[part - 1::parts] if re.search(args.only, path.stem)]
    checker = Checker(args.build)
    as_expected = {True: 0, False: 0}  # by whether rusticl.txt names them
    tried = slow = 0
    for path in sample.within(args.seconds, files):
        tried += 1
        slow += listed.get(path.stem, ("",))[0] == "slow"
        try:
            sentences = checker.check_file(path, listed.get(path.stem))
        except subprocess.TimeoutExpired as error:
            sentences = [f"it took longer than {error.timeout} s"]
        wrong += [f"{path.stem}: {sentence}" for sentence in sentences]
        as_expected[path.stem in listed] += not sentences
    print(*wrong, sep="\n")
    print(f"{tried} kernels, {as_expected[False]} of them as on PoCL, {as_expected[True]} as in rusticl.txt, "
          f"{slow} of these not run, {tried - sum(as_expected.values())} neither")
    return 1 if wrong or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
