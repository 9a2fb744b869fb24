#!/usr/bin/env python3
"""What processes found reaches `lockstep run`, wherever they are and however they end.

usage: check_channel.py --lockstep=EXE --library=SO --helper=EXE --examples=DIR --work=DIR --app=EXE
"""
import resource
import subprocess
import sys

from run_checks import RACE, can, run_all

# Starts its arguments as Python programs usually do: without any descriptor but the standard ones.
CLOSING = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
# A process whose child has ended and is never waited for, which outlives the command.
ZOMBIE = """
import os, subprocess, sys
ended, told = os.pipe()
if os.fork() == 0:
    child = subprocess.Popen(sys.argv[1:], close_fds=False)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    os.write(told, b"x")
    os.read(0, 1)
    os._exit(0)
os.read(ended, 1)
"""


def check_ends(checks):
    app = checks.app
    checks.run("exit", app("race"))
    for end in ("_exit", "kill"):
        # A process that is killed gives its command that signal, so a shell stands before it.
        checks.run(end, ["sh", "-c", '"$0" race "$1"; true', checks.options.app, end],
                   said=(RACE, "processes that ended without exit()"))
    checks.run("exec", app("race", "exec", "true"), said=(RACE, "processes that ended without exit()"))
    for end in ("exit", "kill"):
        checks.run(f"descriptors closed, then {end}",
                   ["sh", "-c", '"$@"; true', "sh", *app("race", "close", "race", *([end] if end == "kill" else []))])


def check_namespaces(checks):
    if not can(checks, "process namespaces", ["unshare", "-pf", "--mount-proc", "true"]):
        return
    for end in ([], ["kill"]):
        inside = ["unshare", "-pf", "--mount-proc", "sh", "-c", '"$@"; true', "sh", *checks.app("race", *end)]
        checks.run(f"in a process namespace, {end}", inside)
        checks.run(f"in a process namespace, descriptors closed on the way, {end}",
                   [sys.executable, "-c", CLOSING, *inside])


def check_without_proc(checks):
    """Where there is no /proc, as in many a chroot, the inherited descriptor is the only way."""
    hidden = 'mount -t tmpfs none /proc && "$@"; true'
    if not can(checks, "no /proc", ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/proc"]):
        return
    for end in ([], ["kill"]):
        checks.run(f"without /proc, {end}", ["unshare", "-m", "sh", "-c", hidden, "sh", *checks.app("race", *end)])


def check_zombie(checks):
    process = checks.start([sys.executable, "-c", ZOMBIE, *checks.app("race", "kill")], options=["--report=" + str(checks.work / "zombie")])
    status = process.wait(timeout=120)
    process.stdin.close()  # the zombie's parent may go now
    errors = process.stderr.read()
    report = checks.work / "zombie"
    if status != 66 or not report.exists() or RACE not in report.read_text():
        checks.fail("a zombie", f"status {status}\n{errors}")


def check_folders(checks):
    lost = checks.work / "lost"
    for end in ([], ["kill"]):
        lost.mkdir(exist_ok=True)
        words = checks.app("race", "remove", str(lost), "race", "close", *end)
        checks.run(f"TMPDIR removed, {end}", ["sh", "-c", '"$@"; true', "sh", *words], TMPDIR=str(lost))
    full = checks.work / "full"
    full.mkdir()
    if not can(checks, "a full file system", ["unshare", "-m", "mount", "-t", "tmpfs", "none", str(full)]):
        return
    fill = f'mount -t tmpfs -o size=64k none "{full}" && head -c 1000000 /dev/zero >"{full}/x" 2>/dev/null; "$@"'
    for end in ([], ["kill"]):
        checks.run(f"TMPDIR full, {end}", ["sh", "-c", '"$@"; true', "sh", *checks.app("race", *end)],
                   wrapper=["unshare", "-m", "sh", "-c", fill, "sh"], TMPDIR=str(full))


def check_out_of_reach(checks):
    checks.run("no channel", checks.app("race"), limit=(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30)),
               said=(RACE, "each of its processes reports by itself"))
    # The app tells that it cannot reach `lockstep run`, and its own status counts.
    checks.run("the channel is out of reach", ["env", "LOCKSTEP_CHANNEL=1:999999:0", *checks.app("race")],
               said=(RACE, "cannot tell `lockstep run` what it found"), unsaid=())


if __name__ == "__main__":
    run_all(__doc__, ["app"],
            [check_ends, check_namespaces, check_without_proc, check_zombie, check_folders, check_out_of_reach])
# covers: process-surroundings
