#!/usr/bin/python3
"""Does the test that each quirk names fail without what we do about the quirk?

Usage: check_quirks.py --bin DIR --lit LIT.py --tests DIR [NAME...]
Runs the lit tests that runtime/backends/quirks.def names, each with tools that leave the quirk out (--without=NAME).
Tests of other kinds are not run: what the host does cannot be left out from outside.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROW = re.compile(r"^(\S+) .*\((.*)\)$")
FOLDER = "tests/lit/"


def quirks(binaries):
    """Names and tests of all quirks."""
    text = subprocess.run([binaries / "lockstep-cc", "--print-quirks"], capture_output=True, text=True, check=True).stdout
    return [ROW.match(line).groups() for line in text.splitlines()]


def fails_without(name, test, options):
    """Whether the lit test fails, and nothing else happens to it, if the tools leave the quirk out; or is none with this LLVM."""
    with tempfile.TemporaryDirectory() as folder:
        for tool in ("lockstep-cc", "lockstep-opt"):
            wrapper = pathlib.Path(folder, tool)
            wrapper.write_text(f'#!/bin/sh\nexec {options.bin / tool} --without={name} "$@"\n')
            wrapper.chmod(0o755)
        command = [sys.executable, options.lit, "--param=folder=quirks", "--filter",
                   ":: " + re.escape(test.removeprefix(FOLDER)) + "$", options.tests]
        done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, LOCKSTEP_LIT_TOOLS=folder))
    return re.search(r"^\s*(Failed|Unsupported)\s*:\s*1( \(.*\))?$", done.stdout, re.MULTILINE) is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--lit", required=True)
    parser.add_argument("--tests", required=True)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    rows = [row for row in quirks(options.bin) if row[1].startswith(FOLDER) and row[0] in (options.names or [row[0]])]
    passing = [f"{name}: {test} passes without it" for name, test in rows if not fails_without(name, test, options)]
    print(f"{len(rows)} quirks with lit tests", *passing, sep="\n")
    return 1 if passing or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
