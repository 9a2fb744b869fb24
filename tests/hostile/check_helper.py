#!/usr/bin/python3
"""lockstep-cc ends with the program that it works for and within its limits, and leaves nothing behind.

usage: check_helper.py --lockstep=EXE --library=SO --helper=EXE [--work=DIR] …
"""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

# Only lockstep-cc sees what stands behind this; the driver, and so the program itself, is done at once.
FOR_US = "#ifdef __LOCKSTEP__\n%s\n#endif\nkernel void k(global int *a) { a[0] = get_global_id(0); }\n"


def doubling(body, levels):
    """Macros of which the last one stands for 2 ** levels times `body`."""
    lines = [f"#define M0 {body}"] + [f"#define M{i + 1} M{i} M{i}" for i in range(levels)]
    return "\n".join(lines) + f"\nM{levels}\n"


ENDLESS = FOR_US % doubling("", 60)                       # takes time and no memory
BOUNDLESS = FOR_US % ("constant int big[] = {" + doubling("1, 2, 3,", 40) + "};")
LONG_NAME = FOR_US % ("int f(int n" + "a" * 100000 + ") { return n" + "a" * 99999 + "b; }")
MANY_ERRORS = FOR_US % "\n".join(f"int f{i}(void) {{ return undeclared_{i}; }}" for i in range(20000))
DEEP = FOR_US % ("constant int d = " + "(" * 200000 + "1" + ")" * 200000 + ";")
DEEP_SIGNS = FOR_US % ("constant int d = " + "- " * 2000000 + "1;")


class Setup:
    def __init__(self, options, folder):
        self.options, self.folder, self.problems = options, folder, []
        (folder / "tmp").mkdir()
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("LOCKSTEP_", "XDG_"))}
        self.env.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", POCL_CACHE_DIR=str(folder / "pocl"),
                        TMPDIR=str(folder / "tmp"), LOCKSTEP_TRIAL="1")  # the only helper is the compiler

    def command(self, source, *options):
        path = self.folder / "k.cl"
        path.write_text(source)
        return [self.options.lockstep, "kernel", *options, str(path), "--global=64", "--local=16",
                "--arg=0:buffer,64*int"]

    def leftovers(self, what):
        left = [str(path) for path in (self.folder / "tmp").rglob("*")]
        if left:
            self.problems.append(f"{what}: left behind: {left}")


def processes():
    """pid -> (parent, command line, processor time in ticks) of what runs and is no zombie."""
    found = {}
    for path in pathlib.Path("/proc").iterdir():
        if not path.name.isdigit():
            continue
        try:
            words = (path / "stat").read_text().rsplit(")", 1)[1].split()
            line = (path / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
        if words[0] != "Z":
            found[int(path.name)] = (int(words[1]), line, int(words[11]) + int(words[12]))
    return found


def await_that(holds, seconds=100):
    """Waits until it does; False if it never does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


def helper_of(pid):
    """The helper of `pid`, below its keeper, and the processor time that it has taken."""
    running = processes()
    for child, (keeper, line, ticks) in running.items():
        if "--request=-" in line and running.get(keeper, (0,))[0] == pid:
            return child, ticks
    return None, 0


def start_plain(setup, source, **changes):
    """`lockstep kernel` itself is the program: the library is in it, and there is no lockstep run above."""
    env = dict(setup.env, OPENCL_LAYERS=setup.options.library, LOCKSTEP_OPTIONS="cache-size=0", **changes)
    return subprocess.Popen(setup.command(source, "--unchecked"), env=env, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)


def check_kills(setup):
    """The program dies while its source is compiled: after so many ticks of the helper's work."""
    for ticks in (0, 5, 20, 60, 100):
        program = start_plain(setup, ENDLESS)
        helper = [None]

        def works():
            helper[0], done = helper_of(program.pid)
            return helper[0] is not None and done >= ticks

        if not await_that(works):
            setup.problems.append(f"no helper works for {ticks} ticks: {program.poll()}")
        program.kill()
        program.communicate()
        if helper[0] and not await_that(lambda: helper[0] not in processes()):
            setup.problems.append(f"killed after {ticks} ticks of it, and lockstep-cc runs on")
            os.kill(helper[0], signal.SIGKILL)
        setup.leftovers(f"killed after {ticks} ticks")


def check_kill_before_it_begins(setup):
    """The program dies between starting the helper and the helper's first own step."""
    wrapper, began, go, done = (setup.folder / name for name in ("wrapper", "began", "go", "done"))
    wrapper.write_text(f'#!/bin/sh\necho $$ >{began}.new; mv {began}.new {began}\n'
                       f'while [ ! -e {go} ]; do sleep 0.02; done\n'
                       f'{setup.options.helper} --print-backends >/dev/null\nexec {setup.options.helper} "$@"\n')
    wrapper.chmod(0o755)
    program = start_plain(setup, ENDLESS, LOCKSTEP_CC=str(wrapper))
    if not await_that(began.exists):
        setup.problems.append("the wrapper is not called")
    program.kill()
    program.communicate()
    go.touch()
    helper = int(began.read_text())
    if not await_that(lambda: helper not in processes()):
        setup.problems.append("lockstep-cc, whose parent died before it began, runs on")
        os.kill(helper, signal.SIGKILL)
    setup.leftovers("killed before it began")


def run(setup, what, source, said, *options, **changes):
    report = setup.folder / "report.json"
    report.unlink(missing_ok=True)
    words = setup.command(source, "--format=json", f"--report={report}", "--cache-size=0", *options)
    done = subprocess.run(words, env=dict(setup.env, **changes), capture_output=True, text=True, timeout=250,
                          stdin=subprocess.DEVNULL, check=False)
    reasons = [entry["reason"] for entry in json.loads(report.read_text())["not_instrumented"]] \
        if report.exists() else [f"status {done.returncode}: {done.stderr[-2000:]}"]
    if len(reasons) != 1 or not re.search(said, reasons[0]) or len(reasons[0]) > 1500:
        setup.problems.append(f"{what}: '{said}' is not the reason, but {str(reasons)[:1500]}")
    setup.leftovers(what)


def check_limits(setup):
    run(setup, "time", ENDLESS, r"did not end within 2 s|ran out of processor time", "--helper-timeout=2")
    run(setup, "memory", BOUNDLESS, r"ran out of memory: it may take 500 MiB \(LOCKSTEP_HELPER_MEMORY\)",
        LOCKSTEP_HELPER_MEMORY="500")
    # These must end by themselves, long before a limit that they would reach otherwise.
    run(setup, "a long name", LONG_NAME, "undeclared identifier", "--helper-timeout=20")
    run(setup, "many errors", MANY_ERRORS, "undeclared identifier", "--helper-timeout=20")
    run(setup, "nested deep", DEEP, "nesting level", "--helper-timeout=20")
    run(setup, "many signs", DEEP_SIGNS, "crashed|nesting|out of memory", "--helper-timeout=20")
    # Nobody is there to end it.
    request = {"abi": 1, "backend": "pocl", "variant": "default", "headers": [], "options": "", "cwd": "/",
               "source_name": "k.cl", "source": ENDLESS, "device": {"name": "d", "version": "OpenCL 3.0 PoCL"}}
    done = subprocess.run([setup.options.helper, "--request=-", "--output=-", "--cpu-seconds=1"],
                          input=json.dumps(request), capture_output=True, text=True, timeout=250, check=False)
    if (done.returncode, done.stderr) != (
            2, "lockstep-cc: ran out of processor time: it may take 1 s (--helper-timeout)\n"):
        setup.problems.append(f"processor time: status {done.returncode}, {done.stderr[-500:]}")


def check_patterns(setup):
    for pattern in ("x{1,1000}{1,1000}", "((a{1,255}){1,255}){1,255}", "(" * 50000, "(a)\\1"):
        done = subprocess.run([setup.options.lockstep, "run", f"--kernel={pattern}", "--", "true"], env=setup.env,
                              capture_output=True, text=True, timeout=250, check=False)
        if done.returncode != 2 or done.stderr.count("\n") != 1 or "option kernel: '" not in done.stderr:
            setup.problems.append(f"--kernel={pattern[:40]}: status {done.returncode}, {done.stderr[:300]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "library", "helper", "examples", "work"):
        parser.add_argument("--" + name)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockstep-helper-") as directory:
        setup = Setup(options, pathlib.Path(directory))
        for check in (check_kills, check_kill_before_it_begins, check_limits, check_patterns):
            check(setup)
    print("\n".join(setup.problems))
    return 1 if setup.problems else 0


if __name__ == "__main__":
    sys.exit(main())
