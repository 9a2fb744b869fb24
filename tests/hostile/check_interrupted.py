#!/usr/bin/env python3
"""A program that is ended by Ctrl-C or another signal: the report's numbers are those up to then, and say so, and
compiling, waiting and running are told apart. One that ends by itself after the signal is not called interrupted.

Each signal is sent when the program has said, or shown, that it is where the test wants it.
"""
import json
import os
import re
import signal
import subprocess
import sys
import time

import victims


class Run:
    """`lockstep run` of the victim with `words`, in a session of its own."""

    def __init__(self, options, env, words, flags=(), command=None):
        self.process = subprocess.Popen([options.lockstep, "run", *flags, "--", *(command or [options.victim]), *words],
                                        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        start_new_session=True)

    def wait_for(self, word):
        for line in self.process.stdout:
            if line.strip() == word:
                return
        raise AssertionError(f"it never said {word}: {self.process.stderr.read()}")

    def end(self, number, to_all=True):
        """Ends it by signal `number`, to all as the terminal does or to `lockstep run` alone. Status, stderr."""
        if to_all:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        return self.rest()

    def rest(self):
        try:
            report = self.process.communicate(timeout=victims.TIMEOUT)[1]
        finally:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return self.process.returncode, report


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work, LOCKSTEP_TRIAL="1")  # what is compiled is the kernel, not a trial
    problems = []

    def expect(name, done, status, patterns, absent=()):
        if done[0] != status:
            problems.append(f"{name}: status {done[0]} instead of {status}\n{done[1]}")
        for pattern in patterns:
            if not re.search(pattern, done[1], re.M):
                problems.append(f"{name}: no '{pattern}' in\n{done[1]}")
        for pattern in absent:
            if re.search(pattern, done[1], re.M):
                problems.append(f"{name}: '{pattern}' in\n{done[1]}")

    def until(name, words, last, number, patterns, to_all=True):
        run = Run(options, env, words)
        run.wait_for(last)
        expect(name, run.end(number, to_all), -number, patterns)

    def as_json(name, words, last):
        run = Run(options, env, words, ["--format=json"])
        run.wait_for(last)
        status, report = run.end(signal.SIGINT)
        try:
            return json.loads(report)
        except ValueError:
            problems.append(f"{name}: no JSON: {status}\n{report}")
            return {}

    def facts(name, report, wanted):
        for field, value in wanted.items():
            if (report.get("interrupted") or {}).get(field) != value:
                problems.append(f"{name}: interrupted.{field} is not {value} in {report.get('interrupted')}")

    def doing(name, report, wanted):
        """`wanted`: all that was under way, as (state, kernel, launch)."""
        under_way = (report.get("interrupted") or {}).get("under_way", [])
        found = [(one["state"], one["kernel"], one["launch"]) for one in under_way]
        if sorted(map(str, found)) != sorted(map(str, wanted)):
            problems.append(f"{name}: under way is {found}, not {wanted}")

    # What runs, and the numbers of the launches before it, which had found nothing.
    words = ["racy", "clean", "clean", "endless", "forever"]
    counts = r"lockstep: summary: up to SIGINT: 2 errors in 3 launches of 2 kernels \(1 checked, 2 \w+\); "
    running = r"launch 4 of kernel 'endless' was running, for \d+(\.\d)? s"
    until("running", words, "forever", signal.SIGINT,
          [counts + running,
           r"^lockstep: interrupted by SIGINT: 4 launches begun, 3 of them complete; the totals are those up to then$",
           r"^  running   launch 4 of kernel 'endless', for \d+(\.\d)? s$"])
    report = as_json("running", words, "forever")
    facts("running", report, {"by": "SIGINT", "left_running": False, "launches_begun": 4, "launches_complete": 3,
                              "not_listed": 0})
    doing("running", report, [("running", "endless", 4)])
    # To `lockstep run` alone, which passes it on.
    until("SIGTERM", ["racy", "endless", "forever"], "forever", signal.SIGTERM,
          [r"summary: up to SIGTERM: 2 errors .*; launch 2 of kernel 'endless' was running"], to_all=False)
    # A launch that has not begun, and a thread that waits for it.
    words = ["clean", "blocked", "finish"]
    until("waiting", words, "finish", signal.SIGINT,
          [r"summary: up to SIGINT: .*; launch 2 of kernel 'racy' was waiting",
           r"^  waiting   launch 2 of kernel 'racy', .* for \d+(\.\d)? s$",
           r"^  waiting   in clFinish, for \d+(\.\d)? s$"])
    report = as_json("waiting", words, "finish")
    facts("waiting", report, {"launches_begun": 2, "launches_complete": 1})
    native = (report.get("interrupted") or {}).get("native") or {}
    if (native.get("kernel"), native.get("launch")) != ("clean", 1):
        problems.append(f"waiting: native is {native}")
    doing("waiting", report, [("waiting", "racy", 2), ("waiting", None, None)])
    # Of 200 launches that wait not all are listed, but all are counted.
    words = ["endless"] + ["blocked"] * 200 + ["finish"]
    report = as_json("many", words, "finish")
    facts("many", report, {"launches_begun": 201, "launches_complete": 0})
    under_way = (report.get("interrupted") or {"under_way": [], "not_listed": 0})
    if len(under_way["under_way"]) + under_way["not_listed"] != 202 or not 0 < under_way["not_listed"] < 200:
        problems.append(f"many: {report.get('interrupted')}")
    # A compiler that takes long: the program is at its first launch then.
    marker = os.path.join(options.work, "compiles")
    slow = os.path.join(options.work, "slow-cc")
    with open(slow, "w") as file:
        file.write(f"#!/bin/sh\n: > {marker}\nexec sleep 1000\n")
    os.chmod(slow, 0o755)
    compiling = dict(env, LOCKSTEP_CC=slow, LOCKSTEP_OPTIONS="cache-size=0")

    def while_compiling(flags):
        if os.path.exists(marker):
            os.unlink(marker)
        run = Run(options, compiling, ["racy", "forever"], flags)
        while not os.path.exists(marker) and run.process.poll() is None:
            time.sleep(0.01)
        return run.end(signal.SIGINT)

    expect("compiling", while_compiling([]), -signal.SIGINT,
           [r"summary: up to SIGINT: .*; the checks of kernel 'racy' were being compiled",
            r"^  compiling the checks of kernel 'racy', for its launch 1, for \d+(\.\d)? s$",
            r"interrupted by SIGINT: no launch begun"])
    report = json.loads(while_compiling(["--format=json"])[1])
    facts("compiling", report, {"by": "SIGINT", "launches_begun": 0, "launches_complete": 0})
    doing("compiling", report, [("compiling", "racy", 1)])
    # A child of a shell, whose end `lockstep run` does not see.
    run = Run(options, env, ["racy", "endless", "forever"], command=["sh", "-c", '"$0" "$@"; true', options.victim])
    run.wait_for("forever")
    expect("in a shell", run.end(signal.SIGINT), -signal.SIGINT,
           [r"summary: up to SIGINT: 2 errors .*; launch 2 of kernel 'endless' was running"])
    # One that does not end is left running.
    words = ["ignore:2", "racy", "endless", "forever"]
    run = Run(options, env, words)
    run.wait_for("forever")
    run.process.send_signal(signal.SIGINT)
    time.sleep(0.5)  # within the fifth of a second after it the second would be the same one
    run.process.send_signal(signal.SIGINT)
    run.process.wait(timeout=victims.TIMEOUT)
    os.killpg(run.process.pid, signal.SIGKILL)
    expect("left", run.rest(), -signal.SIGINT,
           [r"summary: up to SIGINT: 2 errors .*; launch 2 of kernel 'endless' was running", "left running"])
    # One that takes the signal as it wishes, and exits.
    words = ["handle", "racy", "forever"]
    run = Run(options, env, words)
    run.wait_for("forever")
    expect("handled", run.end(signal.SIGINT), 66, [r"^lockstep: summary: 1 error in 1 launch of 1 kernel$"],
           ["interrupted", "up to"])
    report = as_json("handled", words, "forever")
    if "interrupted" in report or report.get("summary", {}).get("errors") != 1:
        problems.append(f"handled: {report}")
    # An end that no program sees coming tells what was under way, too.
    run = Run(options, env, ["racy", "endless", "kill:9"])
    expect("SIGKILL", run.rest(), -signal.SIGKILL,
           [r"^lockstep: killed by SIGKILL: 2 launches begun, 1 of them complete",
            r"summary: up to SIGKILL: 2 errors .*; launch 2 of kernel 'endless' was running"])
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
# covers: interrupted
