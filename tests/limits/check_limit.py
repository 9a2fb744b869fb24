#!/usr/bin/python3
"""A kernel of which lockstep cannot check all: the report says so, in the words of docs/limitations.md.

usage: check_limit.py --lockstep=EXE --clang=EXE [--emulate] KERNEL.cl
Lines at the top of the kernel:
  //says: TEXT           stands in the report; with others of its kind
  //says-not: TEXT       stands nowhere in it
  //says-then: TEXT      stands in the report of a second run
  //needs: sub-groups    of the driver; with --emulate those of tests/e2e/collectives.clh, and OpenCL C 2.0, not 3.0
  //launch: …            as `lockstep kernel` reads it from the file; for bitcode its options
  //options: …           further options of `lockstep kernel`
  //environment: A=B …   (%t: a folder of the test's own)
  //bitcode: OPTIONS     clang makes bitcode of the file with these, and lockstep gets that
A run in which something was not checked must also fail with --fail-on=unchecked,incomplete.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def header(path):
    lines = {}
    for line in path.read_text().splitlines():
        match = re.match(r"//([\w-]+):\s*(.*)", line)
        if not match:
            break
        lines.setdefault(match.group(1), []).append(match.group(2))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--emulate", action="store_true")
    parser.add_argument("kernel", type=pathlib.Path)
    options = parser.parse_args()
    lines = header(options.kernel)
    words = " ".join(lines.get("options", [])).split()
    env = dict(os.environ, **dict(word.split("=", 1) for word in " ".join(lines.get("environment", [])).split()))
    if "needs" in lines:
        ours = pathlib.Path(__file__).resolve().parent.parent / "e2e"
        emulation = f"-cl-std=CL2.0 -DLOCKSTEP_TEST_EMULATES -I {ours}"
        words.append("--build-options=" + (emulation if options.emulate else "-cl-std=CL3.0"))
        if options.emulate:
            env.update(LOCKSTEP_TEST_CC=env["LOCKSTEP_CC"], LOCKSTEP_TEST_TWIN="-DLOCKSTEP_TWIN",
                       LOCKSTEP_CC=str(ours / "twin_cc.py"))
    with tempfile.TemporaryDirectory() as folder:
        env = {name: folder if value == "%t" else value for name, value in env.items()}
        source = options.kernel
        if "bitcode" in lines:
            source = pathlib.Path(folder) / (options.kernel.stem + ".bc")
            # A later option of the same kind counts.
            subprocess.run([options.clang, "-x", "cl", "-cl-std=CL1.2", "-target", "spir64-unknown-unknown", "-Xclang",
                            "-finclude-default-header", "-emit-llvm", "-c", options.kernel, "-o", source,
                            *lines["bitcode"][0].split()], check=True)
            words += lines["launch"][0].split()
        command = [options.lockstep, "kernel", *words, "--fail-on=unchecked,incomplete", str(source)]
        runs = [subprocess.run(command, env=env, capture_output=True, text=True, errors="replace", timeout=120, check=False)
                for _ in range(2 if "says-then" in lines else 1)]
    done = runs[0]
    report, last = done.stdout + done.stderr, runs[-1].stdout + runs[-1].stderr
    problems = [f"'{text}' is not said" for text in lines["says"] if text not in report]
    problems += [f"'{text}' is said" for text in lines.get("says-not", []) if text in report]
    problems += [f"'{text}' is not said then: {last}" for text in lines.get("says-then", []) if text not in last]
    if done.returncode == 0:
        problems.append("the run passes though something was not checked")
    if problems:
        print(*command)
        print(*problems, report, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
