#!/usr/bin/env python3
"""A program that is killed, wherever it stands, leaves a report that is whole or says that it is not: never
'no findings' without a word after a race was seen.

The places are chosen by a fixed seed: the N-th OpenCL call of the program, the N-th allocation of lockstep's.
"""
import random
import re
import signal
import sys

import victims

WORDS = ["clean", "racy", "sync", "other", "clean"]


def seen(output):
    """How many races the program has waited for: so many the report must show, at least."""
    return sum(word in output.split() for word in ("racy", "sync", "other"))


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work, LD_PRELOAD=options.no_memory)
    command = [options.lockstep, "run", "--", options.victim] + WORDS
    victims.run(command, env)  # fills the caches
    whole = victims.run(command, dict(env, NO_MEMORY="?"))
    count = int(re.search(r"no_memory: (\d+) calls", whole[2]).group(1))
    problems = []
    if whole[0] != 66 or victims.races(whole[2]) != 3:
        problems.append(f"without a kill: {whole}")

    def check(name, **more):
        status, output, report = victims.run(command, dict(env, **more))
        if status == 66:  # there was no such place
            return False
        why = None
        if status != -signal.SIGKILL:
            why = f"status {status}"
        elif victims.races(report) < seen(output):
            why = f"{victims.races(report)} of {seen(output)} races"
        elif "was killed by SIGKILL" not in report and "ended without exit()" not in report:
            why = "nothing says that the program was killed" if "OpenCL" not in report else None
        elif re.search(r"summary: (no findings|\d+ \w+)[^;\n]*$", report, re.M):
            why = "the summary does not say that it is not whole"
        if why:
            problems.append(f"{name}: {why}\n{output[-200:]}\n{report[-1200:]}")
        return True

    # Calls of the program: all of those with something at stake.
    for call in list(range(6, 27, 2)) + [40]:
        if not check(f"call {call}", VICTIM_KILL=str(call)):
            break
    chance = random.Random(2)
    for _ in range(12):
        check("", NO_MEMORY_KILL="1", NO_MEMORY=str(chance.randrange(count // 20, count)))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
