#!/usr/bin/python3
"""The CUDA twins compile, with every kernel in both forms; without a CUDA toolkit: skipped (77).

Usage: check_twins.py [--arch sm_90]
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import twins  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arch", default="sm_90")
    arch = parser.parse_args().arch
    for name in twins.NAMES:  # each with an OpenCL side in both forms
        for suffix in ("", ".fixed"):
            if not (HERE / f"cuda/{name}{suffix}.cl").exists():
                sys.exit(f"cuda/{name}{suffix}.cl is missing")
    nvcc = twins.find("nvcc")
    if nvcc is None:
        print("skipped: no nvcc here, so the CUDA twins were not compiled")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        program, ptx = pathlib.Path(folder) / "twins", pathlib.Path(folder) / "twins.ptx"
        source = HERE / "cuda/twins.cu"
        for more in (["-o", program], ["-ptx", "-o", ptx]):
            done = subprocess.run([nvcc, "-O3", "-lineinfo", "-Werror=all-warnings",
                                   f"-arch={arch}", *map(str, more), source],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"nvcc: {done.stdout}{done.stderr}")
        kernels = re.findall(r"\.entry (\w+)", ptx.read_text())
        for name in twins.NAMES:
            if len([one for one in kernels if name in one]) != 2:
                sys.exit(f"{name} has not two forms among {kernels}")
        # Without a GPU it says so and ends; with one it prints a time.
        done = subprocess.run([program, "scan", "fixed", "1"], capture_output=True, text=True)
        if twins.milliseconds(done.stdout) is None and "twins: cudaMalloc" not in done.stderr:
            sys.exit(f"the program: {done.stdout}{done.stderr}")
    print(f"{len(kernels)} kernels compiled for {arch}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
