#!/usr/bin/env python3
"""Where lockstep finds no memory, in whatever place, the program runs as without it, and the report says what is missing.

Every allocation of the library's may be the one that fails: a sample of them is tried, alone and with all that come
after it.
"""
import random
import re
import sys

import victims

WORDS = ["racy", "other", "sync"]


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work, LD_PRELOAD=options.no_memory)
    command = [options.lockstep, "run", "--", options.victim] + WORDS
    plain = victims.run([options.victim] + WORDS, env)
    victims.run(command, env)  # fills the caches
    whole = victims.run(command, dict(env, NO_MEMORY="?"))
    count = int(re.search(r"no_memory: (\d+) calls", whole[2]).group(1))
    problems = []
    if plain[0] != 0 or whole[0] != 66 or victims.races(whole[2]) != 3 or whole[1] != plain[1]:
        problems.append(f"without want of memory: {plain} {whole}")
    chance = random.Random(1)
    for turn in range(28):
        number = int(count ** chance.random()) if turn % 2 else chance.randrange(1, count)
        when = f"{number}{'+' if turn % 4 < 2 else ''}"
        try:
            status, output, report = victims.run(command, dict(env, NO_MEMORY=when))
        except victims.subprocess.TimeoutExpired:
            problems.append(f"{when}: it does not end")
            continue
        why = victims.dishonest(status, report, 3)
        if output != plain[1]:
            why = f"the program says {output!r}"
        if status not in (0, 66):
            why = f"status {status}"
        if why:
            problems.append(f"NO_MEMORY={when} of {count}: {why}\n{report[-1500:]}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
