#!/usr/bin/python3
"""Runs the end-to-end kernels as PTX on the machine of tests/ptx/machine: natively and checked, with their verdicts.

Usage: check_machine.py --build DIR [--seconds S] [--rotate] [--part I/N] [--only REGEX] [--list]
The OpenCL driver is our CUDA loader (tests/hardware/cuda_icd), the CUDA driver below it a library that runs kernels on
the machine. Each kernel runs under three schedules: `lockstep`, `independent` (with a seed drawn by the commit, and
stores that others see later and in another order) and `adversarial`; with --rotate under one of them, in turn.
--seconds S: as many kernels as fit, others with each commit; LOCKSTEP_ALL_TESTS=1 takes all. A kernel that races has
three tries with different seeds: which of its pairs are met depends on the schedule. One that prints and does not race
prints what it does on PoCL.
not_on_machine.txt names those that do not end as their files say, and why; a reason must still hold:
  refused TEXT          the loader's own build or launch fails without lockstep and says TEXT
  not-instrumented TEXT the report says TEXT, and the outputs are those without lockstep
  unmet                 its findings, their work-items and the outputs depend on the schedule: not demanded, but other
                        findings than those of its file are wrong
  otherwise             without lockstep the outputs are not those of PoCL, though the kernel has but one result; the
                        findings are the same
  any-outputs           its outputs depend on the schedule, and are not compared
  ends                  a kernel without end comes to one without lockstep: all work-items are let on at some time
  slow                  not run: more than the machine does in the time of a test
--list prints what is wrong as soon as it is known.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent)]
import check_rusticl  # noqa: E402
import expectations  # noqa: E402
import sample  # noqa: E402

KINDS = ("refused", "not-instrumented", "unmet", "otherwise", "any-outputs", "ends", "slow")
SCHEDULES = ("lockstep", "independent", "adversarial")
BUDGET = 60_000_000  # warp instructions of a launch
TRIES = 3


class Checker(check_rusticl.Checker):
    def same_outputs(self, kernel, here, there):
        """Which work-item prints first depends on the schedule."""
        if "printf(" in kernel.path.read_text():
            return sorted(here.splitlines()) == sorted(there.splitlines())
        return here == there

    def printed_otherwise(self, kernel, exception):
        """What a kernel that prints and does not race prints otherwise than on PoCL, as sentences."""
        if exception or kernel.expected or "printf(" not in kernel.path.read_text():
            return []
        here, there = self.native(kernel).stdout, self.native(kernel, **check_rusticl.POCL).stdout
        return [] if self.same_outputs(kernel, here, there) else [f"PoCL prints\n{there}not\n{here}"]

    def unmet(self, kernel):
        kernel.compare_outputs = False
        wrong = self.as_on_pocl(kernel)
        missed = ("not found: ", "nothing found", "no finding has the repair ", "exit status 0", "work-items ")
        return [one for one in wrong if not one.startswith(missed)]

    def check(self, kernel, exception):
        if exception and exception[0] == "unmet":
            return self.unmet(kernel)
        if exception and exception[0] == "any-outputs":
            kernel.compare_outputs = False
            return self.as_on_pocl(kernel)
        return super().check(kernel, exception) + self.printed_otherwise(kernel, exception)

    def check_under(self, path, exception, schedule):
        """What is wrong with the kernel of a file under a schedule, as sentences."""
        kernel = expectations.Kernel(path)
        # Memory is mapped in pages, so that hardware forgives what is only just outside.
        outside = any(one.distance for one in kernel.expected)
        # What races comes out as it may; in lock step all are at the same place, with checks or without.
        if schedule != "lockstep" and any(one.rule == "data-race" for one in kernel.expected):
            kernel.compare_outputs = False
        os.environ.pop("FAKE_CUDA_BUFFERED_STORES", None)
        if schedule == "independent":
            os.environ["FAKE_CUDA_BUFFERED_STORES"] = "1"
        os.environ.update(FAKE_CUDA_SCHEDULE=schedule, FAKE_CUDA_BUDGET=str(BUDGET),
                          FAKE_CUDA_SLACK="65536" if outside else "0")
        for attempt in range(TRIES):
            os.environ["FAKE_CUDA_SEED"] = str(sample.number(path.stem, str(attempt)) % 1000)
            try:
                sentences = self.check(kernel, exception)
            except subprocess.TimeoutExpired as error:
                sentences = [f"it took longer than {error.timeout} s"]
            if not sentences or not kernel.expected:
                break
        return sentences


def prepare(build, folder):
    """Makes the loader over the machine this process's OpenCL."""
    vendor = pathlib.Path(folder) / "cuda.icd"
    vendor.write_text(f"{build}/lib/liblockstep-cuda-icd.so\n")
    os.environ.update(OCL_ICD_VENDORS=str(vendor), LD_LIBRARY_PATH=f"{build}/lib/machine-cuda",
                      LOCKSTEP_OPTIONS="certify=off backend=ptx")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--rotate", action="store_true")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    part, parts = (int(word) for word in args.part.split("/"))
    kernels = [expectations.Kernel(path) for path in sorted((HERE.parent / "e2e/kernels").glob("*/*.cl"))]
    # Those of `//twin:` are compiled by a compiler of the test's own, which the loader would take for its own work too.
    files = sorted((kernel.path for kernel in kernels if not kernel.needs and not kernel.twin), key=lambda path: path.name)
    listed = check_rusticl.exceptions(HERE / "not_on_machine.txt", KINDS)
    unknown = sorted(listed.keys() - {path.stem for path in files})
    wrong = [f"not_on_machine.txt names {name}, which is not among the kernels" for name in unknown]
    files = [path for path in files if re.search(args.only, path.stem)][part - 1::parts]
    tried = right = left_out = 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(args.build.resolve(), folder)
        checker = Checker(args.build)
        for number, path in enumerate(sample.within(args.seconds, files)):
            exception = listed.get(path.stem)
            if exception and exception[0] == "slow":
                left_out += 1
                continue
            tried += 1
            sentences = []
            one_is_enough = args.rotate or (exception and exception[0] == "refused")
            for schedule in SCHEDULES[number % 3:][:1] if one_is_enough else SCHEDULES:
                sentences += [f"{path.stem}: {schedule}: {sentence}"
                              for sentence in checker.check_under(path, exception, schedule)]
            right += not sentences
            wrong += sentences
            if sentences and args.list:
                print(*(sentence[:400] for sentence in sentences), sep="\n", flush=True)
    print(*(wrong if not args.list else []), sep="\n")
    print(f"{tried} kernels tried, {right} right, {left_out} left out")
    return 1 if wrong or not tried + left_out else 0


if __name__ == "__main__":
    sys.exit(main())
