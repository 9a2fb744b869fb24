#!/usr/bin/env python3
"""Under ulimits (memory, processes, files, file sizes, CPU time) a program ends as it does without lockstep, in time,
and a report that is not whole says so."""
import resource
import signal
import sys

import victims

WORDS = ["racy", "other", "sync"]


def limit(what, value):
    return lambda: resource.setrlimit(what, (value, value))


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work)
    alone = [options.victim] + WORDS
    checked = [options.lockstep, "run", "--"] + alone
    problems = []

    def compare(name, limits):
        """What both say under these limits."""
        plain = victims.run(alone, env, limits)
        try:
            status, output, report = victims.run(checked, env, limits)
        except victims.subprocess.TimeoutExpired:
            problems.append(f"{name}: it does not end")
            return
        # Where the program itself does not get far there is nothing to find.
        why = victims.dishonest(status, report, 3) if plain[0] == 0 else None
        if output != plain[1]:
            why = f"the program says {output!r}, {plain[1]!r} alone"
        if status != plain[0] and not (plain[0] == 0 and status == 66):
            why = f"status {status}, {plain[0]} alone"
        if why:
            problems.append(f"{name}: {why}\n{report[-1500:]}")

    victims.run(checked, env)  # fills the caches
    whole = victims.run(checked, env)
    if whole[0] != 66 or victims.races(whole[2]) != 3:
        problems.append(f"without limits: {whole}")
    for mebibytes in SIZES:
        compare(f"ulimit -v {mebibytes} MiB", limit(resource.RLIMIT_AS, mebibytes << 20))
    for files in (12, 16, 24):
        compare(f"ulimit -n {files}", limit(resource.RLIMIT_NOFILE, files))
    for size in (0, 4096, 1 << 20):
        compare(f"ulimit -f {size}", limit(resource.RLIMIT_FSIZE, size))
    # CPU time that runs out in an endless launch: what it found is reported.
    status, _, report = victims.run([options.lockstep, "run", "--", options.victim, "endless", "forever"], env,
                                    limit(resource.RLIMIT_CPU, 4))
    if status not in (-signal.SIGXCPU, -signal.SIGKILL) or victims.races(report) != 1:
        problems.append(f"ulimit -t: status {status}\n{report[-1500:]}")
    print("\n".join(problems))
    return 1 if problems else 0


# Above what PoCL itself needs, which below 450 MiB hangs or aborts now and then without lockstep too; how lockstep
# does where memory ends is for check_memory.py, which leaves nothing to chance.
SIZES = (500, 600, 800)

if __name__ == "__main__":
    sys.exit(main())
