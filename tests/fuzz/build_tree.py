#!/usr/bin/env python3
"""Configures and builds the fuzzers' tree; prints only what fails.

usage: build_tree.py --build=DIR [--cmake=EXE] [--cxx=CLANG++] [--optimize=N]
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

CLANGS = ("clang++-15", "clang++-19", "clang++-18")  # as cmake/LlvmVersion.cmake prefers them


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--cxx", default=next(filter(shutil.which, CLANGS), CLANGS[0]))
    parser.add_argument("--optimize", default="1")  # 0 takes half as long to compile, 1 runs twice as fast
    options = parser.parse_args()
    source = pathlib.Path(__file__).resolve().parent / "tree"
    commands = [[options.cmake, "-G", "Ninja", "-S", source, "-B", options.build,
                 f"-DCMAKE_CXX_COMPILER={options.cxx}",
                 # json.hpp under two sanitizers is most of a file's compilation; many files share it.
                 "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24",
                 f"-DCMAKE_CXX_FLAGS_FUZZ=-O{options.optimize} -gline-tables-only"],
                [options.cmake, "--build", options.build, "--parallel", str(os.cpu_count() or 1)]]
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(*command, "\n", done.stdout[-6000:])
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
