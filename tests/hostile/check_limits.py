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

    def compare(name, limits, edge=False):
        """What both say under these limits. `edge`: where the driver itself finds not always what it needs."""
        plain = victims.run(alone, env, limits)
        try:
            status, output, report = victims.run(checked, env, limits)
        except victims.subprocess.TimeoutExpired:
            problems.append(f"{name}: it does not end")
            return
        if edge and status not in (0, 66):
            return  # the driver's end, as it may be without lockstep
        why = victims.dishonest(status, report, 3)
        if output != plain[1] and not edge:
            why = f"the program says {output!r}, {plain[1]!r} alone"
        if status != plain[0] and not (plain[0] == 0 and status == 66) and not edge:
            why = f"status {status}, {plain[0]} alone"
        if why:
            problems.append(f"{name}: {why}\n{report[-1500:]}")

    victims.run(checked, env)  # fills the caches
    whole = victims.run(checked, env)
    if whole[0] != 66 or victims.races(whole[2]) != 3:
        problems.append(f"without limits: {whole}")
    for mebibytes in EDGE + SIZES:
        compare(f"ulimit -v {mebibytes} MiB", limit(resource.RLIMIT_AS, mebibytes << 20), mebibytes in EDGE)
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


# Around what PoCL itself needs, and above.
EDGE = (300, 340, 350, 360, 370, 400)
SIZES = (500, 600, 800)

if __name__ == "__main__":
    sys.exit(main())
