#!/usr/bin/python3
"""Stands in for lockstep-cc: writes a fixed image, or misbehaves as FAKE_HELPER says."""
import json
import os
import signal
import sys

IMAGE = {
    "abi": 1, "backend": "pocl", "variant": "default", "dependencies": [],
    "kernels": [{
        "name": "k", "instrumented": True, "reason": "",
        "args": [{"index": 0, "name": "a", "type": "int*", "space": "global", "reads": False,
                  "writes": True, "granule_shift": 2, "checked": True},
                 {"index": 1, "name": "n", "type": "int", "space": "private", "reads": False,
                  "writes": False, "granule_shift": 3, "checked": False}],
        "locals": [], "unknown_roots": {"reads": False, "writes": False}, "barriers": 0,
        "transformed": False, "transform_reason": "", "uses_local": False,
        "sites": [{"id": 0, "op": "none"},
                  {"id": 1, "op": "write", "atomic": False, "order": "", "scope": "",
                   "remote": False, "region": "global", "bytes": 4, "root": "arg:0",
                   "file": "k.cl", "line": 1, "column": 1, "function": "k", "flags": "",
                   "inlined_at": []}]}],
    "not_instrumented": []}


def main():
    arguments = dict(a[2:].split("=", 1) for a in sys.argv[1:] if "=" in a)
    mode = os.environ.get("FAKE_HELPER", "ok")
    # What the application's own streams and preloads must not reach.
    if "LD_PRELOAD" in os.environ or "OPENCL_LAYERS" in os.environ:
        sys.stderr.write("loaded into the helper\n")
        return 2
    print("noise on stdout")
    if mode == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "reject":
        sys.stderr.write("k.cl:1:2: error: no\n")
        return 1
    if mode == "fail":
        sys.stderr.write("out of luck\n")
        return 2
    if mode == "silent":
        return 0
    with open(arguments["request"], encoding="utf-8") as file:
        assert json.load(file)["abi"] == 1
    with open(arguments["output"], "w", encoding="utf-8") as file:
        if mode == "garbage":
            file.write("what?\n")
        elif mode == "other-kernel":
            file.write("LOCKSTEP-IMAGE 1\n" +
                       json.dumps(IMAGE).replace('"name": "k"', '"name": "j"') + "\ncode")
        elif mode == "other-arguments":
            image = json.loads(json.dumps(IMAGE))
            image["kernels"][0]["args"].pop()
            file.write("LOCKSTEP-IMAGE 1\n" + json.dumps(image) + "\ncode")
        else:
            file.write("LOCKSTEP-IMAGE 1\n" + json.dumps(IMAGE) + "\ncode")
    return 0


if __name__ == "__main__":
    sys.exit(main())
