#!/usr/bin/env python3
"""A kernel that writes wildly into the memory that we share with `lockstep run`, whatever it hits there: `lockstep run`
comes to its end, the program's status is its own, and the report does not look clean. Bytes and places are fixed, some
of them from a fixed seed."""
import random
import signal
import sys

import victims

MANY = 0x40000


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work)

    def run(*words):
        return victims.run([options.lockstep, "run", "--", options.victim] + list(words), env)

    run("racy", "mappings")  # fills the caches
    versions = victims.run(["clinfo", "--prop", "CL_DRIVER_VERSION"], env)[1]
    resident = "3.1" in versions  # the checks' slow paths are in the library, not in the twin
    mappings = [line.split() for line in run("racy", "mappings")[1].split("\n") if line[:1].isdigit()]
    problems = []
    if len(mappings) < 2:
        problems.append(f"only these mappings: {mappings}")
    chance = random.Random(3)
    places = []
    for number, (_, _, size) in enumerate(mappings):
        size = int(size)
        for value in (0, 255, -chance.randrange(1, 256)):
            places.append((number, 0, min(size, MANY), value))
        places.append((number, -min(size, MANY), min(size, MANY), -chance.randrange(1, 256)))
        places.append((number, chance.randrange(size - 64), 64, -chance.randrange(1, 256)))
        # The head of a log, behind the room for its text.
        places.append((number, min(size - 128, 1 << 20), 64, 0))
    for place in places:
        wild = "wild:" + ":".join(map(str, place)) + ":racy"
        for after in ("kill:9", "exit:0"):
            name = f"{wild} {after}"
            try:
                status, output, report = run("racy", wild, after)
            except victims.subprocess.TimeoutExpired:
                problems.append(f"{name}: it does not end")
                continue
            wanted = (-signal.SIGKILL,) if after == "kill:9" else (66,)
            # On PoCL 6 what it wrote may lead the twin itself astray; then the report must say that the program died.
            if not resident and status == -signal.SIGSEGV and "killed by SIGSEGV" in report:
                continue
            why = None
            if "no such mapping" in output:
                why = "the mapping is not there"
            elif status not in wanted:
                why = f"status {status}"
            elif "terminate called" in report:
                why = "an exception ended it"
            elif victims.races(report) < 2 and "incomplete" not in report and "could not be handed over" not in report:
                why = "it looks clean"
            if why:
                problems.append(f"{name}: {why}\n{output[-200:]}\n{report[-1500:]}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
