#!/usr/bin/python3
"""What a test takes of a long list: a part that changes with the commit, or all with LOCKSTEP_ALL_TESTS=1.

Usage: sample.py --of=N --take=M [--in=STEP] -- COMMAND...
       sample.py --turn=K/N [--name=NAME] [-- COMMAND...]

Runs COMMAND with `{first}` and `{count}` in its words replaced: `count` is M and `first` one of 0, STEP, 2 STEP, ... up
to N - M, drawn by the commit; with LOCKSTEP_ALL_TESTS=1 (`scripts/test --all`) 0 and N. All N were run, and passed, when
N was written down: what fails in a part was right before.

Of N tests with the same NAME one has its turn with each commit: --turn runs COMMAND if that is number K, from 0 on, and
ends with status 77 otherwise.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import time

LEFT_OUT = 77


def everything():
    """Whether nothing is to be left out."""
    return os.environ.get("LOCKSTEP_ALL_TESTS") == "1"


def commit():
    """The commit that is checked, by which samples are drawn; "" outside a repository."""
    done = subprocess.run(["git", "-C", str(pathlib.Path(__file__).resolve().parent), "rev-parse", "HEAD"],
                          capture_output=True, text=True)
    return done.stdout.strip()


def number(*words):
    """A number for `words` and the commit: the same again for the same commit."""
    return int.from_bytes(hashlib.sha256(" ".join((commit(), *words)).encode()).digest()[:8], "big")


def shuffled(files):
    """The paths `files` in an order that the commit draws."""
    seed = commit()
    return sorted(files, key=lambda path: hashlib.sha256(f"{seed} {path.stem}".encode()).digest())


def drawn(files, one_in):
    """One in `one_in` of the paths `files`, or all."""
    if one_in == 1 or everything():
        return files
    print(f"one in {one_in}, drawn by commit '{commit()}'; LOCKSTEP_ALL_TESTS=1 for all")
    return sorted(shuffled(files)[:-(-len(files) // one_in)])


def within(seconds, files):
    """Yields the paths `files` as long as no more than `seconds` have passed, in the order that the commit draws, and
    one at least; all of them if `seconds` is 0 or nothing is to be left out."""
    limited = seconds > 0 and not everything()
    begin = time.monotonic()
    for number, path in enumerate(shuffled(files) if limited else files):
        if limited and number > 0 and time.monotonic() - begin > seconds:
            print(f"{number} of {len(files)} in {seconds} s, drawn by commit '{commit()}'; LOCKSTEP_ALL_TESTS=1 for all")
            return
        yield path


def part(total, take, step, name):
    """(first, count) of `take` among `total`."""
    if everything() or take >= total:
        return 0, total
    return number(name) % ((total - take) // step + 1) * step, take


def has_turn(which, count, name):
    """Whether the commit draws number `which` of the `count` tests called `name`; if not, says so."""
    chosen = number(name) % count
    if everything() or which == chosen:
        return True
    print(f"left out: of {count} '{name}' number {chosen} has its turn with this commit; LOCKSTEP_ALL_TESTS=1 for all")
    return False


def turn(text):
    """(K, N) of "K/N"."""
    which, count = text.split("/")
    return int(which), int(count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turn", type=turn, metavar="K/N")
    parser.add_argument("--name", default="")
    parser.add_argument("--of", type=int, metavar="N")
    parser.add_argument("--take", type=int, metavar="M")
    parser.add_argument("--in", type=int, default=1, metavar="STEP", dest="step")
    parser.add_argument("command", nargs="+", metavar="COMMAND")
    args = parser.parse_args()
    if args.turn:
        if not has_turn(*args.turn, args.name):
            return LEFT_OUT
        os.execvp(args.command[0], args.command)
    first, count = part(args.of, args.take, args.step, " ".join(args.command))
    print(f"{count} of {args.of}, from {first}; LOCKSTEP_ALL_TESTS=1 for all", flush=True)
    words = [word.replace("{first}", str(first)).replace("{count}", str(count)) for word in args.command]
    os.execvp(words[0], words)


if __name__ == "__main__":
    sys.exit(main())
