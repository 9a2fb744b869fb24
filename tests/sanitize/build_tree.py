#!/usr/bin/env python3
"""Configures and builds a sanitized tree; prints only what fails.

usage: build_tree.py --build=DIR --sanitize=FLAGS --cc=CLANG --cxx=CLANG++ [--cmake=EXE] [--optimize=N] [--turn=K/N]
  --optimize  0, which takes half as long to compile, or 1, which runs twice as fast
  --turn      only if it has its turn with this commit (tests/sample.py); else there is no tree, and what needs one is
              left out
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests"))
import sample  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("build", "sanitize", "cc", "cxx"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--optimize", default="0")
    parser.add_argument("--turn", type=sample.turn, default=(0, 1))
    options = parser.parse_args()
    if not sample.has_turn(*options.turn, "sanitized trees"):
        shutil.rmtree(options.build, ignore_errors=True)
        return 0
    flags = f"-O{options.optimize} -g1"
    # Many files at a time, since most of what a file takes is the standard library's headers and json.hpp.
    commands = [[options.cmake, "-G", "Ninja", "-S", str(SOURCE), "-B", options.build,
                 f"-DLOCKSTEP_SANITIZE={options.sanitize}", f"-DCMAKE_C_COMPILER={options.cc}",
                 f"-DCMAKE_CXX_COMPILER={options.cxx}",
                 "-DCMAKE_BUILD_TYPE=Sanitize", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24",
                 f"-DCMAKE_CXX_FLAGS_SANITIZE={flags}", f"-DCMAKE_C_FLAGS_SANITIZE={flags}"],
                [options.cmake, "--build", options.build, "--parallel", str(os.cpu_count() or 1)]]
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(" ".join(command), done.stdout[-6000:], sep="\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
