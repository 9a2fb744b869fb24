#!/usr/bin/python3
"""The pairs of pairs.c under `lockstep run`: the racy one gives its kind and nothing else, its twin nothing.

Usage: check_pairs.py --build DIR --program PAIRS [--may-lack] [--commands MODE] [NAME...]
--may-lack: on a device without out-of-order queues or shared virtual memory. Of each finding both commands are told and
the kernels' lines, and the graph around them has no path from one to the other unless a region is mapped; both twins are also run without lockstep.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile


# PoCL 3.1 ends the process, with lockstep and without it, if two of its threads begin to compile kernels at one time, as
# those of an out-of-order queue may: with these words, or without lockstep now and then by a signal (each some 1 of 100
# runs with a cold cache). That says nothing about the pair, which is run again; of crashes only those that cannot be ours.
POCLS_OWN_END = "Failed to create kernel compiler pass"

# Kinds whose kernels need not have been looked at, those about one command or none, and those of commands in an order.
WITHOUT_LINES = ("mapped-region", "image-read-write", "kernel-arguments")
ONLY_ASKED_FOR = ("image_read_and_written", "blocking_write")  # names of pairs, told with --commands=on
WITHOUT_GRAPH = ("image-read-write", "kernel-arguments")
ORDERED = ("mapped-region", "unmapped-pointer")


def run(*command, alone=False):
    for _ in range(3):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
        own_end = POCLS_OWN_END in done.stderr
        if not own_end and not (alone and done.returncode < 0):
            break
        print(f"{command[-2]} {command[-1]}: once more, {POCLS_OWN_END if own_end else f'signal {-done.returncode}'}")
    return done


def report_of(build, program, name, form, mode):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.json"
        done = run(build / "bin/lockstep", "run", *mode, f"--report=json:{file}", "--", program, name, form)
        if done.returncode == 77:
            return None, "the device lacks what it needs"
        if not file.exists():
            return None, f"no report, exit status {done.returncode}: {done.stderr}"
        return json.loads(file.read_text()), done.stderr


def problems_in_time(*arguments):
    try:
        return problems_of(*arguments)
    except subprocess.TimeoutExpired as late:
        return [str(late)]


def problems_of(build, program, name, kind, may_lack, mode):
    wrong = []
    for form in ("racy", "fixed"):
        alone = run(program, name, form, alone=True)
        report, said = report_of(build, program, name, form, mode)
        if alone.returncode == 77:
            if not may_lack:
                wrong.append(f"{name}: the device lacks what it needs")
            print(f"{name}: skipped, the device lacks what it needs")
            break
        if alone.returncode != 0:
            wrong.append(f"{name} {form}: exit status {alone.returncode} without lockstep: {alone.stderr}")
        if report is None:
            wrong.append(f"{name} {form}: {said}")
            continue
        kinds = sorted({finding["kind"] for finding in report["findings"]})
        wanted = [kind] if form == "racy" else []
        if kinds != wanted:
            wrong.append(f"{name} {form}: found {kinds}, not {wanted}\n{said}")
        if report["incomplete"] or report["not_instrumented"]:
            wrong.append(f"{name} {form}: {report['incomplete']} {report['not_instrumented']}")
        for finding in report["findings"]:
            calls = [command["call"] for command in finding["commands"]]
            if len(calls) != 2 or not all(re.match("cl|host$", call) for call in calls):
                wrong.append(f"{name} {form}: commands {calls}")
            for command in finding["commands"]:
                if command["kernel"] and kind not in WITHOUT_LINES and not command["lines"]:
                    wrong.append(f"{name} {form}: no line of kernel {command['kernel']}")
            wrong += [f"{name} {form}: {problem}" for problem in problems_of_graph(finding)]
    return wrong


def problems_of_graph(finding):
    if finding["kind"] in WITHOUT_GRAPH:
        return ["has a graph"] if "graph" in finding else []
    graph = finding["graph"]
    racing = [i for i, command in enumerate(graph["commands"]) if command["op"]]
    told = [(command["call"], command["command"], command["op"]) for command in finding["commands"]]
    drawn = [(graph["commands"][i]["call"], graph["commands"][i]["command"], graph["commands"][i]["op"]) for i in racing]
    if told != drawn:
        return [f"the graph is about {drawn}, not {told}"]
    behind = {racing[0]}
    for edge in sorted(graph["edges"], key=lambda edge: edge["from"]):
        if edge["from"] in behind:
            behind.add(edge["to"])
    return ["the graph orders the two"] if racing[1] in behind and finding["kind"] not in ORDERED else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--may-lack", action="store_true")
    parser.add_argument("--commands", help="what it is run with (default: without that option)")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    build, program = arguments.build.resolve(), arguments.program.resolve()
    listing = subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in listing.splitlines()]
    if arguments.names:
        pairs = [pair for pair in pairs if pair[0] in arguments.names]
    if arguments.commands is None and not arguments.names:
        pairs = [pair for pair in pairs if pair[0] not in ONLY_ASKED_FOR]
    mode = [] if arguments.commands is None else [f"--commands={arguments.commands}"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda pair: problems_in_time(build, program, *pair, arguments.may_lack, mode), pairs))
    wrong = [problem for result in results for problem in result]
    for problem in wrong:
        print(problem)
    print(f"{len(pairs)} pairs, {sum(1 for result in results if result)} not as they should be")
    return 1 if wrong or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
