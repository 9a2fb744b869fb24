#!/usr/bin/env python3
"""Launches that never end: what they have shown is reported however the program is made to end, kernels that
synchronise with atomics included, and `lockstep run` itself ends when it is asked to."""
import os
import pathlib
import re
import signal
import subprocess
import sys

import victims


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work)
    problems = []

    def expect(name, done, status, lines):
        if done[0] != status:
            problems.append(f"{name}: status {done[0]} instead of {status}\n{done[1]}\n{done[2]}")
        for line, times in lines:
            if len(re.findall(line, done[2])) != times:
                problems.append(f"{name}: not {times} times '{line}'\n{done[2]}")

    def start(*words):
        process = subprocess.Popen([options.lockstep, "run", "--event-log=1", "--", options.victim] + list(words),
                                   env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        for line in process.stdout:
            if line.strip() == words[-1]:
                break
        return process

    def end(process):
        output, report = process.communicate(timeout=victims.TIMEOUT)
        return process.returncode, output, report

    def left(process):
        """Ends what the command left running."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    race = ("lockstep: data race:", 1)
    for word in ("endless", "sync-endless"):
        done = victims.run([options.lockstep, "run", "--event-log=1", "--", options.victim, word, "kill:9"], env)
        expect(f"{word}, killed", done, -signal.SIGKILL, [race, ("was killed by SIGKILL", 1)])
        # By a signal to the whole group, as Ctrl-C, and to `lockstep run` alone, which passes it on.
        for number in (signal.SIGINT, signal.SIGTERM):
            process = start(word, "forever")
            os.killpg(process.pid, number)
            expect(f"{word}, {number} to all", end(process), -number, [race, (f"was killed by {number.name}", 1)])
            process = start(word, "forever")
            process.send_signal(number)
            expect(f"{word}, {number}", end(process), -number, [race, (f"was killed by {number.name}", 1)])
    # A program that does not end: once more, and it is left alone.
    for number in (signal.SIGINT, signal.SIGTERM):
        process = start(f"ignore:{int(number)}", "endless", "forever")
        process.send_signal(number)
        try:
            process.wait(timeout=1)
            problems.append(f"{number.name} ended it at once: {end(process)}")
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        try:
            process.wait(timeout=victims.TIMEOUT)
        finally:
            left(process)
        expect(f"{number.name} twice", end(process), -number, [race, ("was left running", 1)])
    # Or some seconds later.
    process = start(f"ignore:{int(signal.SIGTERM)}", "sync-endless", "forever")
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=victims.TIMEOUT)
    finally:
        left(process)
    expect("SIGTERM once", end(process), -signal.SIGTERM, [race, ("was left running", 1)])
    # A driver that does not tell how far a command has come before it is complete.
    silent = dict(env, OPENCL_LAYERS=options.layer, SICK="silent")
    kernel = pathlib.Path(__file__).resolve().parents[1] / "e2e/kernels/launches/timeout-between-groups.cl"
    done = victims.run([options.lockstep, "kernel", "--launch-timeout=1", "--global=8", "--local=4",
                        "--arg=0:buffer,4,zeros:int", "--arg=1:buffer,32,zeros:int", str(kernel)], silent)
    expect("a driver that is silent", done, 66, [("ended after 1 second", 1)])
    # exit() beside a thread that compiles and does not go on.
    leave = dict(env, OPENCL_LAYERS=options.layer, SICK="leave-build", LOCKSTEP_CACHE_DIR=f"{options.work}/leave-cache")
    done = victims.run([options.lockstep, "run", "--", options.victim, "racy"], leave)
    expect("exit() beside a compilation that stands still", done, 3, [])
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
