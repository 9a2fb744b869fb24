#!/usr/bin/env python3
"""A kernel that writes beside its object, over the heap that the program, the driver and lockstep's library live in:
the findings made before it are reported whatever the program dies of, and the report does not look whole if it is not.
"""
import signal
import subprocess
import sys

import victims

# Elements of an object of 1,024: a few behind it, many, far behind, before it, across it.
PLACES = [(1024, 1), (1024, 64), (1024, 1 << 14), (1024, 1 << 18), (1 << 16, 1 << 12), (-16, 16), (-1024, 1024),
          (-(1 << 14), 1 << 14), (-512, 2048), (1 << 28, 1)]
ENDS = [["heap", "exit:0"], ["clean", "racy"], ["kill:9"]]


def main():
    options = victims.arguments(__doc__)
    env = victims.environment(options.work)

    def run(*words):
        """Status, stdout, stderr; a program that its ruined heap keeps from ending is interrupted."""
        command = [options.lockstep, "run", "--", options.victim, *words]
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   errors="replace")
        try:
            output, report = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            output, report = process.communicate(timeout=victims.TIMEOUT)
        return process.returncode, output, report

    run("clean", "racy", "other", "ruin:0:1")  # fills the caches
    problems, ends = [], set()
    for first, count in PLACES:
        for end in ENDS:
            words = ["racy", "other", f"ruin:{first}:{count}", *end]
            try:
                status, output, report = run(*words)
            except subprocess.TimeoutExpired:
                problems.append(f"{words}: it does not end")
                continue
            ends.add(status)
            # What it dies of is its own: lockstep's library shares its heap.
            why = None
            if victims.races(report) < 2:
                why = "the findings made before are lost"
            elif status == 0:
                why = "there are races, and the status is 0"
            elif "out of bounds" not in report and "incomplete" not in report:
                why = "nothing is said of the kernel that wrote beside its object"
            elif status < 0 and " by SIG" not in report:
                why = "nothing says that the program was killed"
            if why:
                problems.append(f"{words}: status {status}: {why}\n{output[-200:]}\n{report[-1500:]}")
    if not any(status < 0 for status in ends - {-9}):
        problems.append(f"no heap was ruined: {sorted(ends)}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
