#!/usr/bin/python3
"""`lockstep run` says at a terminal what it waits for, in lines of its own, and nowhere else.

usage: check_waiting.py --lockstep=EXE --helper=EXE --work=DIR ...
"""
import argparse
import contextlib
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys

# lockstep-cc, four seconds late.
SLOW = "#!/bin/sh\nsleep 4\nexec {helper} --parent=$$ $(echo \"$@\" | sed 's/--parent=[0-9]*//')\n"
KERNEL = "//launch: kernel=k global=64 local=8 arg=0:buffer,64,zeros:int\n" \
         "kernel void k(global int *a) { a[get_global_id(0) & 7] = get_global_id(0); }\n"
TOLD = re.compile(r"^lockstep: compiling .* of kernel 'k'.*, for [2-4](\.\d)? s\r?$", re.MULTILINE)


def at_terminal(command, environment):
    """What the command writes to a terminal, and its exit status."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe(command[0], command, environment)
    text = []
    with contextlib.suppress(OSError):  # as the end comes
        while data := os.read(terminal, 65536):
            text.append(data)
    return b"".join(text).decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def main():
    parser = argparse.ArgumentParser()
    for name in ("lockstep", "helper", "work"):
        parser.add_argument(f"--{name}", required=True)
    options, _ = parser.parse_known_args()
    work = pathlib.Path(options.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    slow, kernel = work / "slow-cc", work / "k.cl"
    slow.write_text(SLOW.format(helper=options.helper))
    slow.chmod(0o755)
    kernel.write_text(KERNEL)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LOCKSTEP_", "XDG_"))}
    environment.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", POCL_CACHE_DIR=str(work / "pocl"), TERM="xterm",
                       LOCKSTEP_TRIAL="1", LOCKSTEP_CC=str(slow), NO_COLOR="1", LOCKSTEP_CACHE_DIR=str(work / "cache"))
    program = str(pathlib.Path(options.lockstep).parent / "tests" / "run_kernel")
    command = [options.lockstep, "run", "--cache-size=0", "--", program, str(kernel)]
    wrong = []
    text, status = at_terminal(command, environment)
    if len(TOLD.findall(text)) != 1:
        wrong.append(f"at a terminal, status {status}:\n{text}")
    quiet, status = at_terminal([*command[:2], "--quiet", *command[2:]], environment)
    if TOLD.search(quiet):
        wrong.append(f"with --quiet, status {status}:\n{quiet}")
    piped = subprocess.run(command, env=environment, capture_output=True, text=True)
    if TOLD.search(piped.stdout + piped.stderr) or "summary" not in piped.stderr:
        wrong.append(f"into a pipe, status {piped.returncode}:\n{piped.stdout}{piped.stderr}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
