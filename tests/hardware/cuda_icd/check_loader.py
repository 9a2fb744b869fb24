#!/usr/bin/python3
"""What a user of the CUDA loader gets: without a CUDA driver, and up to the launch with one.

Usage: check_loader.py --build DIR
There is no GPU in it: the driver is fake/, which runs no kernel. Checked is that `lockstep kernel` finds
the device, has its own program built, and launches the twin with the hidden arguments.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KERNEL = HERE.parents[1] / "e2e/kernels/barriers/local-argument.cl"


def run(command, environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=240, env=environment)


def require(what, *told):
    if not what:
        print(*told, sep="\n")
        sys.exit(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build.resolve()
    lockstep = build / "bin/lockstep"
    with tempfile.TemporaryDirectory() as folder:
        vendor = pathlib.Path(folder) / "cuda.icd"
        vendor.write_text(f"{build}/lib/liblockstep-cuda-icd.so\n")
        plain = dict(os.environ, OCL_ICD_VENDORS=str(vendor),
                     LOCKSTEP_OPTIONS="certify=off backend=ptx")
        # A machine with a GPU has a libcuda.so.1 of its own; an empty file stands in its way.
        broken = pathlib.Path(folder) / "broken"
        broken.mkdir()
        (broken / "libcuda.so.1").touch()
        done = run([lockstep, "doctor"], dict(plain, LD_LIBRARY_PATH=str(broken)))
        lines = [line for line in done.stderr.splitlines() if "CUDA loader" in line]
        require(done.returncode == 1 and len(lines) == 1 and "no platform" in lines[0] and
                "libcuda.so.1" in lines[0] and "no OpenCL platform" in done.stdout,
                done.stdout, done.stderr, "expected: one line on the missing driver")

        log, report = pathlib.Path(folder) / "log", pathlib.Path(folder) / "report"
        faked = dict(plain, LD_LIBRARY_PATH=str(build / "lib/fake-cuda"), FAKE_CUDA_LOG=str(log))
        done = run([lockstep, "doctor"], faked)
        require("back end ptx-cuda" in done.stdout, done.stdout, done.stderr)
        log.unlink()
        done = run([lockstep, "kernel", "--format=json", f"--report={report}", KERNEL], faked)
        require(done.returncode == 0 and report.exists(), done.stdout, done.stderr)
        result = json.loads(report.read_text())
        result = result["kernels"][0]["report"]
        require(result["summary"]["launches_checked"] == 1 and not result["not_instrumented"] and
                not result["incomplete"], json.dumps(result, indent=1))
        launches = [line for line in log.read_text().splitlines() if line.startswith("launch")]
        require(len(launches) == 1, log.read_text(), "expected: one launch, of the twin")
        # Two arguments of the kernel's, six hidden ones, the last of them local.
        parameters = re.search(r"parameters ((?:[0-9a-f]+ ?)+)(?:told|$)", launches[0])[1].split()
        require(len(parameters) == 8 and all(len(word) == 16 for word in parameters), launches[0])
        require(parameters[1] == "0" * 16 and int(parameters[7][:2], 16) % 128 == 0, launches[0])


if __name__ == "__main__":
    main()
