#!/usr/bin/python3
"""`lockstep kernel` with a program that comes as bitcode or SPIR-V: checked where the driver takes that, else said.

usage: check_code.py LOCKSTEP FILE.bc|FILE.spv [option of `lockstep kernel`]...
"""
import subprocess
import sys

import pyopencl as cl

FOUND = "write-write, inter-group, global memory, error"


def main():
    lockstep, program, *launch = sys.argv[1:]
    device = cl.get_platforms()[0].get_devices()[0]
    if program.endswith(".spv"):
        takes_it, refused = "SPIR-V" in device.il_version, "takes no SPIR-V"
    else:
        takes_it, refused = "cl_khr_spir" in device.extensions.split(), "takes no LLVM bitcode"
    done = subprocess.run([lockstep, "kernel", program, *launch], capture_output=True, text=True, timeout=300, check=False)
    said = done.stdout + done.stderr
    expected, other = (FOUND, refused) if takes_it else (refused, FOUND)
    if expected in said and other not in said:
        return 0
    print(f"'{expected}' is not what was said (status {done.returncode}):\n{said}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
