#!/usr/bin/env python3
"""Random kernels through the model (model.py), PoCL and the twin.

  run_random.py [--seed=N] [--count=N | --seeds=N] [--batch=N] [--all] [--parts] [--tiles] [--arms]

--parts makes sub-groups, of half a group, and functions meet too; PoCL 3.1, which has none, is not asked then.
--tiles decides by numbers in tiles (instrument/analysis/tiles.h), most of which the group agrees on.
--arms has barriers in branches that the group provably agrees on, in all kernels, and tests that come again and again.
PoCL 3.1, whose own way goes wrong there, is not asked.
--all puts kernels with provably uniform barriers into the resumable form too.

Half of the kernels part at barriers only by conditions that are equal for the group: native and
twin must compute what the model computes, and nothing is found. The other half may diverge: the
twin must find exactly the model's divergences, and compute what the model computes if no data race
in local memory made the outcome depend on the order. A failure prints the kernel.
"""
import sys
import time

import numpy as np

import model
import random_kernels
import twin

GROUPS = 4
SLOW = 20       # seconds of one kernel that are worth a line
TAME = 60       # kernels of which some must have diverged (with --arms: have kept their form), and some have had the resumable form
EXPENSIVE = 6    # barriers beyond which PoCL's own way of compiling a kernel may take minutes


def options(arguments):
    values = {"seed": 1, "count": 24, "seeds": 0, "batch": 12, "all": 0, "parts": 0, "tiles": 0, "arms": 0}
    for argument in arguments:
        key, _, value = argument.lstrip("-").partition("=")
        values[key] = int(value or 1)
    values["count"] = values["seeds"] * values["batch"] or values["count"]
    return values


def make_batch(seed, count, parts, tiles, arms):
    """(source, [(name, body, wild, first line, last line)])"""
    lines, kernels = random_kernels.HELPER.splitlines(), []
    if parts:
        lines += random_kernels.PARTS.splitlines()
    for index in range(count):
        wild = bool(index % 2) and not arms
        number = seed * 1000 + index
        generator = (random_kernels.ArmsGenerator(number) if arms else
                     random_kernels.Generator(number, wild, parts, tiles))
        body = generator.Kernel()
        first = len(lines) + 1
        name = "k%d" % index
        lines += random_kernels.Printer(first).Kernel(name, body, generator.sized)
        kernels.append((name, body, wild, first, len(lines)))
    return "\n".join(lines) + "\n", kernels


def sites_of(info):
    sites = {}
    for site in info["sites"][1:]:
        loops = [(loop["line"], loop["column"]) for loop in site.get("loops", [])]
        sites.setdefault(twin.place(site), (site["id"], loops))
    return sites


def check(device, source, twins, native, kernel, values):
    name, body, wild, _, _ = kernel
    info = twins.metadata[name]
    if not info["instrumented"]:
        return "not instrumented: " + info["reason"], "skipped"
    shape = ((GROUPS * random_kernels.LOCAL_SIZE,), (random_kernels.LOCAL_SIZE,))
    sites = sites_of(info)
    if not info["transformed"]:
        sites = AnySites()  # no barrier can be told apart, and none has to
    groups = [model.Group(body, values, group, sites).Run() for group in range(GROUPS)]
    expected_out = np.array([value for group in groups for value in group.out], np.int32)
    racy = any(group.racy for group in groups)
    out, findings = twins.run(name, values, *shape, 0)
    out = out[:len(expected_out)]
    found = {twin.describe(finding).split(" items")[0].split(" by iteration")[0]
             for finding in findings}
    expected = {text.split(" items")[0].split(" by iteration")[0]
                for group in groups for text in group.findings}
    if found != expected:
        return "found %s, the model %s" % (sorted(found), sorted(expected)), ""
    # Where a group parts first, the analysis must not have said that it meets; later places may follow from that.
    doubted = {twin.place(site) for site in info["sites"][1:] if site.get("condition")}
    for first in (group.findings[0] for group in groups if group.findings):
        if not doubted.intersection(first.split(" by ")[0].split(" / ")):
            return "%s, where the analysis says that the whole group meets" % first, ""
    # The example that is kept for a pair of sites is the first of the first group that has one.
    for finding in findings:
        text = twin.describe(finding)
        if text not in groups[finding["group"]].findings:
            return "%s is not among %s" % (text, groups[finding["group"]].findings), ""
    if not racy and not np.array_equal(out, expected_out):
        return "twin computed %s, the model %s" % (out, expected_out), ""
    if not wild and (racy or expected):
        return "the generator made a kernel that is not sound", ""
    if not wild and native and info["barriers"] <= EXPENSIVE:
        plain = native.run(name, values, *shape, 0)[:len(expected_out)]
        if not np.array_equal(plain, expected_out):
            return "PoCL computed %s, the model %s" % (plain, expected_out), ""
    return None, "diverged" if expected else "flattened" if info["transformed"] else "uniform"


class AnySites(dict):
    def __missing__(self, place):
        return (0, [])


def main(arguments):
    chosen = options(arguments)
    device = twin.Device()
    failures, tally = 0, {}
    done = 0
    while done < chosen["count"]:
        size = min(chosen["batch"], chosen["count"] - done)
        seed = chosen["seed"] + done // chosen["batch"]
        source, kernels = make_batch(seed, size, chosen["parts"], chosen["tiles"], chosen["arms"])
        flatten = "flatten-all-barriers" if chosen["all"] else "flatten-divergent-barriers"
        passes = twin.PASSES.replace("flatten-divergent-barriers", flatten)
        twins = twin.Twin(device, source, passes=passes)
        native = None if chosen["parts"] or chosen["arms"] else twin.Native(device, source)
        for kernel in kernels:
            barriers = twins.metadata[kernel[0]]["barriers"]
            transformed = twins.metadata[kernel[0]]["transformed"]
            if not transformed and (barriers == 0 or barriers > EXPENSIVE):
                tally["left out"] = tally.get("left out", 0) + 1
                continue
            started = time.time()
            problem, kind = check(device, source, twins, native, kernel,
                                  device.inputs(64, seed=seed))
            tally[kind] = tally.get(kind, 0) + 1
            if time.time() - started > SLOW:
                print("seed %d kernel %s: %d barriers took %.0f s" %
                      (seed, kernel[0], barriers, time.time() - started), flush=True)
            if problem:
                failures += 1
                print("FAIL: seed %d kernel %s: %s" % (seed, kernel[0], problem))
                print("\n".join(source.splitlines()[kernel[3] - 1:kernel[4]]))
        done += size
        print("%d kernels: %s" % (done, tally), flush=True)
    wanted = ("uniform", "flattened") if chosen["arms"] else ("diverged", "flattened")
    if not failures and chosen["count"] >= TAME and not all(map(tally.get, wanted)):
        print("FAIL: the kernels were too tame to test anything")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
