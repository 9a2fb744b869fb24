#!/usr/bin/python3
"""Runs contents.py with certificates and without: the findings must be the same, and where the list does not change
its launches must have been certified.

Usage: check_contents.py --build DIR
"""
import sys

import contents
import runs

# (Where commands can meet, the first launches of each kernel are looked at, certified or not.)
OPTIONS = ["--prune=off", "--exclude-kernel=hidden", "--commands=off"]
# What else may have been certified, and must have raced. (Where the second list with a race shows nothing new, neither does the
# next launch with it.)
OTHERS = {"other_list": (3, True), "handle_again": (3, True), "host_memory": (0, True), "one_buffer": (0, True)}


def expected():
    """Kernel -> the least and the most of its launches that are certified, and whether one of them must race."""
    lists = {}
    for way in contents.WAYS:
        # The one behind a change is checked, the next has its certificate. A map that stays ends them.
        most = contents.BEFORE - 1 + (0 if way is contents.map_that_stays else contents.RESTORED - 1)
        lists[f"{way.__name__}_changed"] = (most // 2, most, True)
        every = contents.BEFORE + contents.AFTER + contents.RESTORED - 1
        lists[f"{way.__name__}_beside"] = (every // 2, every, False)
    for name, (most, races) in OTHERS.items():
        lists[name] = (most // 2, most, races)
    lists["second_queue"] = (1, contents.BEFORE - 1, True)
    lists["second_queue_first"] = lists["out_of_order"] = (0, 0, True)
    return lists


def problems(build, folder):
    wrong = []
    application = ["contents.py"]
    off = runs.run(build, folder, "off", application, [*OPTIONS, "--certify=off"])
    first = runs.run(build, folder, "first", application, OPTIONS)
    unseen = runs.run(build, folder, "unseen", ["contents.py", "unseen"], OPTIONS)
    second = runs.run(build, folder, "second", application, OPTIONS)
    for name, report in (("first", first), ("second", second)):
        wrong += runs.first_difference(name, report, off)
        kernels = {kernel["name"]: kernel for kernel in report["kernels"]}
        raced = {finding["kernel"] for finding in report["findings"]}
        for kernel, (least, most, races) in expected().items():
            count = kernels[kernel]["launches_certified"]
            if not least <= count <= most:  # also in the second process: such certificates are of the first alone
                wrong.append(f"{name}: {kernel}: {count} launches certified, not {least} to {most}")
            if races != (kernel in raced):
                wrong.append(f"{name}: {kernel}: {'no race' if races else 'a race'}")
    if off["summary"]["launches_certified"] != 0:
        wrong.append("certified although --certify=off")
    if unseen["summary"]["launches_certified"] != 0 or set(runs.first_races(unseen)) != {"write_changed"}:
        wrong.append(f"unseen: {unseen['summary']}, races {runs.first_races(unseen)}")
    return wrong


if __name__ == "__main__":
    sys.exit(runs.check(__doc__, problems))
