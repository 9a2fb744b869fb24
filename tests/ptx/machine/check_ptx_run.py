#!/usr/bin/python3
"""Whole kernels through ptx_run: four with shared memory, compiled as an application's own code.

Usage: check_ptx_run.py --build DIR
The kernels are the repaired ones of tests/hardware/cuda, over three groups of 256 work-items, under each schedule;
their results are those that Python computes.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
GROUPS, ITEMS = 3, 256
IN = list(range(GROUPS * ITEMS))


def groups():
    return [IN[start:start + ITEMS] for start in range(0, len(IN), ITEMS)]


def running_sums(numbers):
    total, sums = 0, []
    for number in numbers:
        total += number
        sums.append(total)
    return sums


def transposed(numbers):
    return [numbers[i % 16 * 16 + i // 16] for i in range(ITEMS)]


# What each kernel leaves in its second argument, as far as it writes it.
EXPECTED = {
    "reduction.fixed": [sum(group) for group in groups()],
    "scan.fixed": [value for group in groups() for value in running_sums(group)],
    "histogram.fixed": [sum(1 for value in group if value % 16 == k) for group in groups() for k in range(16)],
    "transpose.fixed": [value for group in groups() for value in transposed(group)],
}


def compile_plain(build, name, path):
    source = (ROOT / f"tests/hardware/cuda/{name}.cl").read_text()
    request = {"abi": 1, "backend": "ptx-cuda", "variant": "default", "source": source, "source_name": f"{name}.cl",
               "headers": [], "options": "", "cwd": "/",
               "device": json.loads((ROOT / "tests/lit/pocl_device.json").read_text())}
    subprocess.run([build / "bin/lockstep-cc", "--request=-", f"--output={path}", "--emit=plain"], check=True,
                   input=json.dumps(request).encode())


def run(build, *words):
    return subprocess.run([build / "bin/tests/ptx_run", *words], capture_output=True, text=True, timeout=100)


def check_kernel(build, name, path):
    """What is wrong, as sentences."""
    compile_plain(build, name, path)
    listed = run(build, path)
    if not re.match(r"k: 8 8  \(\d+ instructions, \d+ registers\)\n$", listed.stdout):
        return [f"{name}: listed as {listed.stdout}{listed.stderr}"]
    wrong = []
    for schedule in ("lockstep", "independent", "adversarial"):
        done = run(build, path, "k", f"--grid={GROUPS}", f"--block={ITEMS}", f"--arg=buffer:{4 * len(IN)}:iota",
                   f"--arg=buffer:{4 * len(IN)}", f"--schedule={schedule}", "--seed=3", "--counters")
        out = re.search(r"^argument 1:(.*)$", done.stdout, re.MULTILINE)
        words = [int(word) for word in out[1].split()] if out else []
        if done.returncode != 0 or words[:len(EXPECTED[name])] != EXPECTED[name] or "barriers=" not in done.stdout:
            wrong.append(f"{name}: {schedule}: status {done.returncode}: {done.stdout}{done.stderr}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build.resolve()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernel.ptx"
        for name in EXPECTED:
            wrong += check_kernel(build, name, path)
        # A launch that does not come to its end, and a command line that is none.
        faulty = run(build, path, "k", "--block=256", "--arg=buffer:64", "--arg=u64:0")
        if faulty.returncode != 1 or "are nobody's" not in faulty.stderr or "line " not in faulty.stderr:
            wrong.append(f"an access outside: status {faulty.returncode}: {faulty.stderr}")
        for words in ([], [path, "nobody"], [path, "k", "--frob"], [path, "k"]):
            if run(build, *words).returncode != 2:
                wrong.append(f"ptx_run {words}: not status 2")
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
