#!/usr/bin/python3
"""perf/passes reads callgrind's output: what an object executes itself, and all of what it calls in others."""
import importlib.machinery
import importlib.util
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "perf"))

# Names stand where they come first; `cob` holds for one call; lines may be relative to the one before.
OUTPUT = """\
version: 1
positions: line
events: Ir

ob=(1) /driver/kernel.so
fl=(1) ???
fn=(1) kernel
0 100
+3 20
cfn=(2) of_its_own
calls=2 0
0 1000
cob=(2) /lib/liblockstep.so
cfn=(3) slow
calls=5 0
* 7
4 3
fn=(2)
0 1000

ob=(2)
fn=(3)
0 5
cob=(1)
cfn=(2)
calls=1 0
-2 2

ob=(3) /lib/libc.so.6
fn=(4) memset
9 11

totals: 1141
"""
EXPECTED = {"/driver/kernel.so": 100 + 20 + 7 + 3 + 1000, "/lib/liblockstep.so": 5 + 2, "/lib/libc.so.6": 11}


def main():
    loader = importlib.machinery.SourceFileLoader("passes", str(ROOT / "perf/passes"))
    passes = importlib.util.module_from_spec(importlib.util.spec_from_loader("passes", loader))
    loader.exec_module(passes)
    got = dict(passes.of_objects(OUTPUT.splitlines(keepends=True)))
    if got != EXPECTED:
        print(f"read {got}, should be {EXPECTED}")
        return 1
    print("callgrind's output is read")
    return 0


if __name__ == "__main__":
    sys.exit(main())
