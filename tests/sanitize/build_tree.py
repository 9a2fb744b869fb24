#!/usr/bin/env python3
"""Configures and builds the sanitized tree; prints only what fails.

usage: build_tree.py --cmake=EXE --source=DIR --build=DIR --sanitize=FLAGS --cc=EXE --cxx=EXE
"""
import argparse
import os
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("cmake", "source", "build", "sanitize", "cc", "cxx"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    # No optimisation: these trees are compiled far more often than they are run long. Many files at a time, since
    # most of what a file takes is the standard library's headers.
    commands = [[options.cmake, "-G", "Ninja", "-S", options.source, "-B", options.build,
                 f"-DLOCKSTEP_SANITIZE={options.sanitize}", f"-DCMAKE_C_COMPILER={options.cc}",
                 f"-DCMAKE_CXX_COMPILER={options.cxx}", "-DCMAKE_BUILD_TYPE=Sanitize",
                 "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24",
                 "-DCMAKE_CXX_FLAGS_SANITIZE=-O0 -g1", "-DCMAKE_C_FLAGS_SANITIZE=-O0 -g1"],
                [options.cmake, "--build", options.build, "--parallel", str(os.cpu_count() or 1)]]
    for command in commands:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(" ".join(command), done.stdout[-6000:], sep="\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
