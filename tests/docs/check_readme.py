#!/usr/bin/env python3
"""README's commands work as they are printed, and its example of a report is one.

Every line of a code block that begins with a file of the tree or the build is taken for a command, as is the
inline `lockstep run …` before the example. What they name must be there; those of lockstep that end within
seconds are run, and so must say what README says of them.
usage: check_readme.py --build DIR README
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys

FOLDER = re.compile(r"lockstep kernel \S+/kernels$")  # takes minutes
EXAMPLE = re.compile(r"`(lockstep run -- [^`]*)` prints")


def blocks(text):
    return re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text):
    """The commands of code blocks, without what stands behind them."""
    found = []
    for block in blocks(text):
        for line in block.split("\n"):
            line = line.split(" #")[0].strip()
            if re.match(r"(build|scripts|perf)/\S+( |$)", line):
                found.append(line)
    return found


def missing(root, build, command):
    """Words of the command that name a file which is not there."""
    paths = [build / word[6:] if word.startswith("build/") else root / word for word in shlex.split(command)
             if "/" in word and not word.startswith("-")]
    return [str(path) for path in paths if not path.exists()]


def run(root, build, command):
    words = [str(build / word[6:]) if word.startswith("build/") else word for word in shlex.split(command)]
    env = {k: v for k, v in os.environ.items() if not k.startswith("LOCKSTEP_")}
    env.update(NO_COLOR="1")
    return subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, timeout=300)


def telling(block):
    """The lines of a report that no schedule changes."""
    return [line for line in block.split("\n") if re.match(r"lockstep: |  kind |  kernel | +\d+ \| ", line)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("readme", type=pathlib.Path)
    options = parser.parse_args()
    root, build = options.readme.resolve().parent, options.build.resolve()
    text, problems = options.readme.read_text(encoding="utf-8"), []
    found = commands(text)
    if len(found) < 6:
        problems.append(f"only these commands were found: {found}")
    for command in found:
        gone = missing(root, build, command)
        if gone:
            problems.append(f"{command}: there is no {', '.join(gone)}")
        elif command.startswith("build/bin/lockstep") and not FOLDER.search(command):
            done = run(root, build, command)
            if done.returncode not in (0, 66):
                problems.append(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    example = EXAMPLE.search(text)
    report = next((block for block in blocks(text) if block.startswith("lockstep: ")), "")
    if not example or not telling(report):
        problems.append("no example of a report was found")
    else:
        done = run(root, build, "build/bin/" + example[1])
        wrong = [line for line in telling(report) if line not in done.stderr.split("\n")]
        if done.returncode != 66 or wrong:
            problems.append(f"{example[1]}: status {done.returncode}, not printed: {wrong}\n{done.stderr}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
