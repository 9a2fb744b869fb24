"""Runs an application of this folder under lockstep, and compares what was found in which launch."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def random_arguments(doc, count):
    """The command line of a check of random programs; `count`: how many kernels they have unless that is said."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=count, help=f"kernels (default {count})")
    return parser.parse_args()


def check(doc, problems):
    """Exit status of a check script. `problems(build, folder)`: lines that say what is wrong, made in an empty folder."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        wrong = problems(args.build, pathlib.Path(name))
    print("\n".join(wrong))
    return 1 if wrong else 0


def random_verdict(wrong, certified, told):
    """Exit status. `certified`: how many kernels had a certificate, `told`: how many of them raced in other launches; each
    with how many there have to be for the check to show anything."""
    for (number, least), what in ((certified, "got a certificate"), (told, "with a certificate raced in other launches")):
        if number < least:
            wrong.append(f"only {number} kernels {what}")
    print("\n".join(wrong))
    return 1 if wrong else 0


def run(build, folder, name, application, options):
    """The report of `application`, a script here with arguments, run with a cache of its own in `folder`."""
    report = folder / f"{name}.json"
    script, *arguments = application
    command = [f"{build}/bin/lockstep", "run", "--format=json", f"--report={report}", "--error-exitcode=0",
               "--same-value=report", *options, "--", "/usr/bin/python3", str(HERE / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280,
                          env=dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"),
                                   LOCKSTEP_CACHE_DIR=str(folder / "cache"), LOCKSTEP_OPTIONS=""))
    if done.returncode != 0 or not report.exists():
        sys.exit(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(report.read_text())


def findings(report):
    """In which launches what was found, by site. Which of several pairs at one site are reported,
    inside a group or between two, depends on how the groups come to run."""
    return sorted({(f["kernel"], f["launch"], *((a["line"], a["column"], a["op"]) for a in f["accesses"]))
                   for finding in report["findings"] for f in finding["forms"]})


def difference(name, report, expected):
    """One line if `report` does not find what `expected` does, in the same launches; else none."""
    mine, theirs = set(findings(report)), set(findings(expected))
    return [] if mine == theirs else [f"{name}: more: {mine - theirs}, fewer: {theirs - mine}"]


def counted_difference(name, report, expected):
    """A line for each pair of accesses that was not found in as many launches, those included that were not checked. For
    where the groups run in their order, so that the same pairs are found each time."""
    mine, theirs = ({(f["kernel"], f["kind"], f["reach"], *((a["line"], a["column"], a["op"]) for a in f["accesses"])):
                     f["launches"] for finding in one["findings"] for f in finding["forms"]} for one in (report, expected))
    return [f"{name}: {pair}: found in {mine.get(pair, 0)} launches, without certificates in {theirs.get(pair, 0)}"
            for pair in sorted(mine.keys() | theirs.keys()) if mine.get(pair) != theirs.get(pair)]


def first_races(report):
    """Kernel -> the first launch in which anything was found. Which of several pairs at a byte are found is chance, and
    so is in which of several launches a pair is."""
    first = {}
    for finding in report["findings"]:
        for form in finding["forms"]:
            first[form["kernel"]] = min(form["launch"], first.get(form["kernel"], form["launch"]))
    return first


def first_difference(name, report, expected):
    """A line for each kernel whose first race is not in the same launch."""
    mine, theirs = first_races(report), first_races(expected)
    return [f"{name}: first race: {kernel}: {mine.get(kernel)}, without certificates {theirs.get(kernel)}"
            for kernel in sorted({kernel for kernel, _ in mine.items() ^ theirs.items()})]
