#!/usr/bin/env python3
"""Runs shapes/*.cl: each kernel's expectations stand in the comment lines in front of it.

  // launch: global=64 local=16 n=5       (default)
  // uniform                              all barriers provably uniform: left as it is
  // flattened                            not provably uniform, but equal at run time: the twin
  //                                      computes what PoCL computes, and nothing is reported
  // like: NAME                           compared with what PoCL computes for the kernel NAME
  // diverges: barrier 7:5 / exit 9:1 by site items 0/3     exactly these findings, one line each
"""
import glob
import os
import re
import sys

import numpy as np

import twin

KERNEL = re.compile(r"^(?:__)?kernel\s+(?:__attribute__\(\(.*\)\)\s*)?void\s+(\w+)")


def expectations(source):
    kernels, pending = [], {"diverges": []}
    for line in source.splitlines():
        match = re.match(r"//\s*(launch|uniform|flattened|like|diverges)(?::\s*(.*))?$", line)
        if match:
            if match[1] == "diverges":
                pending["diverges"].append(match[2].strip())
            else:
                pending[match[1]] = match[2] or True
            continue
        match = KERNEL.match(line)
        if match:
            kernels.append((match[1], pending))
            pending = {"diverges": []}
    return kernels


def sizes(text, key, default):
    match = re.search(key + r"=([\d,]+)", text)
    return tuple(int(part) for part in match[1].split(",")) if match else default


def check(device, path):
    with open(path) as file:
        source = file.read()
    twins = twin.Twin(device, source, os.path.basename(path))
    native = None
    failures = []
    for name, expected in expectations(source):
        def fail(text):
            failures.append("%s: %s: %s" % (os.path.basename(path), name, text))
        launch = expected.get("launch", "")
        shape = (sizes(launch, "global", (64,)), sizes(launch, "local", (16,)))
        n = sizes(launch, "n", (5,))[0]
        info = twins.metadata[name]
        if not info["instrumented"]:
            fail("not instrumented: " + info["reason"])
            continue
        if info["transformed"] == bool(expected.get("uniform")):
            fail("transformed: %s %s" % (info["transformed"], info["transform_reason"]))
            continue
        if info["transformed"] and not info["transform_reason"]:
            fail("no reason given")
        for seed in range(1 if expected["diverges"] else 4):
            values = device.inputs(seed=seed + 1)
            out, findings = twins.run(name, values, *shape, n)
            again, repeated = twins.run(name, values, *shape, n)
            if not np.array_equal(out, again) or findings != repeated:
                fail("a second run differs")
            got = [twin.describe(finding) for finding in findings]
            if got != sorted(expected["diverges"]):
                fail("found %s" % got)
            if expected["diverges"]:
                continue
            native = native or twin.Native(device, source)
            plain = native.run(expected.get("like", name), values, *shape, n)
            if not np.array_equal(out, plain):
                at = int(np.nonzero(out != plain)[0][0])
                fail("seed %d: out[%d] = %d, natively %d" % (seed, at, out[at], plain[at]))
            if not plain.any():
                fail("nothing computed")
        print("%s: %s%s" % (os.path.basename(path), name,
                            ": flattened" if info["transformed"] else ": uniform"))
    return failures


def main(paths):
    here = os.path.dirname(os.path.abspath(__file__))
    device = twin.Device()
    failures = []
    for path in paths or sorted(glob.glob(os.path.join(here, "shapes", "*.cl"))):
        failures += check(device, path)
    for failure in failures:
        print("FAIL: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
