#!/usr/bin/python3
"""`lockstep kernel` with a program that comes as SPIR-V: checked where the driver takes that, else it says that it does not.

usage: check_spirv.py LOCKSTEP FILE.spv [option of `lockstep kernel`]...
"""
import subprocess
import sys

import pyopencl as cl

FOUND = "write-write, inter-group, global memory, error"
REFUSED = "takes no SPIR-V"


def main():
    lockstep, program, *launch = sys.argv[1:]
    takes_it = "SPIR-V" in cl.get_platforms()[0].get_devices()[0].il_version
    done = subprocess.run([lockstep, "kernel", program, *launch], capture_output=True, text=True, timeout=300, check=False)
    said = done.stdout + done.stderr
    expected, other = (FOUND, REFUSED) if takes_it else (REFUSED, FOUND)
    if expected in said and other not in said:
        return 0
    print(f"'{expected}' is not what was said (status {done.returncode}):\n{said}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
