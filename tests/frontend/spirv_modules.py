#!/usr/bin/python3
"""Which SPIR-V modules of a folder the front end takes: those of the OpenCL conformance tests, for example.

usage: spirv_modules.py --build DIR FOLDER
FOLDER holds modules as text (*.spvasm64), as in OpenCL-CTS' test_conformance/spirv_new/spirv_asm. Each is assembled for
the version that it names and compiled with all checks. Names what is not checked, with the reason, and ends with the
counts: `checked`; `declined`, with a reason in the report; `failed`, where the compiler ended, so that the program runs
unchecked; `not assembled` by this spirv-as. Exit status 1 if there is no module.
"""
import argparse
import base64
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

DEVICE = {"name": "d", "vendor": "v", "version": "OpenCL 3.0 PoCL 3.1", "address_bits": 64, "c_version": "OpenCL C 1.2 PoCL",
          "extensions": "cl_khr_global_int32_base_atomics cl_khr_fp64 cl_khr_fp16", "features": [], "little_endian": True,
          "images": True}


def judge(compiler, path, module):
    """(kind, reason) of the module `path`; `module`: where it is assembled."""
    version = re.search(r"^; Version: (\d\.\d)", path.read_text(), re.MULTILINE)
    assembled = subprocess.run(["spirv-as", "--target-env", f"spv{version[1] if version else '1.0'}", path, "-o", module],
                               capture_output=True, text=True)
    if assembled.returncode != 0:
        return "not assembled", assembled.stderr
    unit = {"ir": base64.b64encode(module.read_bytes()).decode(), "source_name": path.name}
    request = {"abi": 1, "backend": "pocl", "variant": "full", "units": [unit], "device": DEVICE}
    done = subprocess.run([compiler, "--request=-", "--output=-"], input=json.dumps(request).encode(), capture_output=True)
    if done.returncode != 0:
        return "failed", done.stderr.decode()
    reasons = [kernel["reason"] for kernel in json.loads(done.stdout.split(b"\n")[1])["kernels"] if not kernel["instrumented"]]
    return ("declined", reasons[0]) if reasons else ("checked", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(args.folder.glob("*.spvasm64")):
            kind, reason = judge(args.build / "bin/lockstep-cc", path, pathlib.Path(folder, "module.spv"))
            counts[kind] += 1
            if kind != "checked":
                print(f"{kind}: {path.name}: {' '.join(reason.split())[:160]}")
    print(f"{sum(counts.values())} modules: " + ", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 0 if counts else 1


if __name__ == "__main__":
    sys.exit(main())
