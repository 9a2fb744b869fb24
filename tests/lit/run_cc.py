#!/usr/bin/env python3
"""Runs lockstep-cc on a .cl file, or a SPIR-V module, for a fixed PoCL device.

  run_cc.py [--output=FILE] [--emit=KIND] [--variant=NAME] [--backend=NAME] [--header=NAME=FILE] [--cwd=DIR]
            [--device-KEY=TEXT] FILE.cl|FILE.spv [build options...]

The result goes to standard output unless --output says otherwise; the exit status is lockstep-cc's.
"""
import base64
import json
import os
import subprocess
import sys


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "pocl_device.json")) as file:
        device = json.load(file)
    request = {"abi": 1, "backend": "pocl", "variant": "default", "headers": [],
               "cwd": os.getcwd(), "device": device}
    emit = "--emit=image"
    output = "--output=-"
    while arguments and arguments[0].startswith("--"):
        key, _, value = arguments.pop(0)[2:].partition("=")
        if key == "emit":
            emit = "--emit=" + value
        elif key == "output":
            output = "--output=" + value
        elif key == "header":
            name, _, path = value.partition("=")
            with open(path) as file:
                request["headers"].append({"name": name, "text": file.read()})
        elif key.startswith("device-"):
            old = device[key[7:]]
            device[key[7:]] = value if isinstance(old, str) else json.loads(value)
        elif key in ("variant", "backend", "cwd", "source_name"):
            request[key] = value
        else:
            sys.exit("run_cc.py: unknown option --" + key)
    path = arguments.pop(0)
    with open(path, "rb") as file:
        content = file.read()
    if path.endswith(".spv"):
        request["ir"] = base64.b64encode(content).decode()
    else:
        request["source"] = content.decode()
    request.setdefault("source_name", os.path.basename(path))
    request["options"] = " ".join(arguments)
    done = subprocess.run(["lockstep-cc", "--request=-", output, emit],
                          input=json.dumps(request).encode())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
