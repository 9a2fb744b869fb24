#!/usr/bin/env python3
"""SIGUSR1 to `lockstep run` shows the findings so far and changes nothing else: not what the program gets, does and
ends with, not its report; whenever it comes, and however often. --heartbeat says how far it is, in plain lines.

Each signal is sent when the program has said that it is where the test wants it.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

import victims

HEAD = r"^lockstep: so far, after \d+ s: "
BEAT = re.compile(r"^lockstep: heartbeat: \d+ s; 1 process, 1 running; 2 launches, \d+(\.\d)?/s; 1 finding(; .*)?$")


class Run:
    """`lockstep run` of `command`, in a session of its own. What it writes to stderr is read by lines."""

    def __init__(self, options, env, command, flags=(), errors=subprocess.PIPE):
        self.process = subprocess.Popen([options.lockstep, "run", *flags, "--", *command], env=env, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                        start_new_session=True)
        self.watch = threading.Timer(victims.TIMEOUT, self.kill)
        self.watch.daemon = True
        self.watch.start()

    def kill(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def wait_for(self, word, times=1):
        for line in self.process.stdout:
            times -= line.strip() == word
            if times == 0:
                return
        raise AssertionError(f"it never said {word}")

    def ask(self):
        self.process.send_signal(signal.SIGUSR1)

    def answer(self, last="lockstep: summary: "):
        """Stderr up to a line that begins with `last`."""
        text = ""
        for line in self.process.stderr:
            text += line
            if line.startswith(last):
                return text
        raise AssertionError(f"no line '{last}' in\n{text}")

    def settle(self):
        """Waits until it has written nothing for two seconds. What it has written is still to be read."""
        before, now = -1, 0
        while now != before:
            time.sleep(2)
            before = now
            now, = struct.unpack("i", fcntl.ioctl(self.process.stderr, termios.FIONREAD, bytes(4)))

    def rest(self):
        """What it still writes, and its status."""
        errors = self.process.stderr.read()
        output = self.process.stdout.read()
        status = self.process.wait()
        self.watch.cancel()
        return output, errors, status


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work, LOCKSTEP_TRIAL="1")
    work = pathlib.Path(options.work)
    problems = []

    def expect(name, text, patterns, absent=()):
        for pattern in patterns:
            if not re.search(pattern, text, re.M):
                problems.append(f"{name}: no '{pattern}' in\n{text}")
        for pattern in absent:
            if re.search(pattern, text, re.M):
                problems.append(f"{name}: '{pattern}' in\n{text}")

    def equal(name, found, wanted):
        if found != wanted:
            problems.append(f"{name}: {found!r} instead of {wanted!r}")

    # The report of a run that nobody asks.
    words = [options.victim, "handle", "racy", "clean", "forever"]
    run = Run(options, env, words)
    run.wait_for("forever")
    os.killpg(run.process.pid, signal.SIGINT)
    plain = run.rest()
    expect("plain", plain[1], [r"^lockstep: summary: 1 error in 2 launches"])

    # The same of one that is asked twice, one after the other, and then often at once.
    run = Run(options, env, words)
    run.wait_for("forever")
    for _ in range(2):
        run.ask()
        said = run.answer()
        expect("asked", said, [HEAD + r"1 process has used OpenCL, 1 of them is running; 2 launches; the program goes on$",
                               r"^lockstep: data race: ", r"^lockstep: still running: 2 launches begun, 2 of them complete",
                               r"^lockstep: summary: so far: 1 error in 2 launches"])
        equal("asked: it is the first line", bool(re.match(HEAD, said)), True)
    for _ in range(20):
        run.ask()
    expect("asked often", run.answer(), [r"^lockstep: summary: so far: 1 error"])
    equal("it goes on", run.process.poll(), None)
    run.settle()  # an answer that the interrupt cuts short ends in no summary
    os.killpg(run.process.pid, signal.SIGINT)
    output, errors, status = run.rest()
    while re.match(HEAD, errors):  # of the twenty
        errors = re.split(r"^lockstep: summary: so far.*\n", errors, maxsplit=1, flags=re.M)[1]
    equal("report and status after it", (errors, status), (plain[1], plain[2]))

    # Before any process has used OpenCL; a program that has the signal's default action itself, and one with a handler.
    for name, trap in (("default", ""), ("handler", "trap 'echo got it' USR1; ")):
        run = Run(options, env, ["sh", "-c", trap + "echo ready; read line; exit 3"])
        run.wait_for("ready")
        run.ask()
        expect(name, run.answer(HEAD[1:-14]), [HEAD + "no process has used OpenCL; the program goes on$"])
        run.process.stdin.write("\n")
        run.process.stdin.flush()
        output, errors, status = run.rest()
        equal(name + ", end", (output, status), ("", 3))

    # Two processes, and JSON to a file: the text goes to stderr all the same, and the file is there at the end only.
    report = work / "report.json"
    report.unlink(missing_ok=True)
    both = f"'{options.victim}' handle racy forever & '{options.victim}' handle other forever & wait"
    run = Run(options, env, ["sh", "-c", both], ["--format=json", f"--report={report}", "--quiet"])
    run.wait_for("forever", times=2)
    run.ask()
    expect("two", run.answer(), [HEAD + r"2 processes have used OpenCL, 2 of them are running; 2 launches; ",
                                 r"^  kernel    racy, launch 1 ", r"^  kernel    other, launch 1 ",
                                 r"^lockstep: summary: 2 errors in 2 launches of 2 kernels in 2 processes"])
    equal("two: file", report.exists(), False)
    os.killpg(run.process.pid, signal.SIGINT)
    run.rest()
    equal("two: file at the end", json.loads(report.read_text())["launches"], 2)

    # While the last report is written, to a pipe that nobody reads yet.
    pipe = work / "pipe"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    run = Run(options, env, [options.victim, "racy"], [f"--report={pipe}"])
    run.wait_for("racy")
    children = pathlib.Path(f"/proc/{run.process.pid}/task/{run.process.pid}/children")
    while children.read_text():
        time.sleep(0.01)
    run.ask()
    run.ask()
    with open(pipe, encoding="utf-8") as file:
        last = file.read()
    output, errors, status = run.rest()
    expect("at the end", last, [r"^lockstep: summary: 1 error in 1 launch"], [HEAD])
    equal("at the end: status", status, 66)

    # --heartbeat, into a pipe.
    run = Run(options, env, words, ["--heartbeat=1"])
    run.wait_for("forever")
    while not BEAT.match(line := run.process.stderr.readline().rstrip("\n")):
        if not line.startswith("lockstep: heartbeat: "):
            problems.append(f"heartbeat: {line!r}")
            break
    os.killpg(run.process.pid, signal.SIGINT)
    output, errors, status = run.rest()
    beats = [line for line in errors.splitlines(keepends=True) if line.startswith("lockstep: heartbeat: ")]
    equal("heartbeat: control characters", [line for line in beats if not line.rstrip("\n").isprintable()], [])
    equal("heartbeat: the report", (errors[len("".join(beats)):], status), (plain[1], plain[2]))

    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
