"""Random kernels run twice, by default and with --prune=off, and what a judge of both has to say at the end."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

MOST_DIED = 20  # one in so many kernels may be what the driver itself dies of

HERE = pathlib.Path(__file__).resolve().parent


def arguments(kernels):
    """The command line of a judge; `kernels`: how many it judges unless told."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=kernels)
    parser.add_argument("--least-proven", type=int, default=0, metavar="PERCENT")
    return parser.parse_args()


def too_few(args, what, count):
    """[a sentence] if `count` of the kernels are less than the share that shows something."""
    if 100 * count >= args.least_proven * args.kernels:
        return []
    return [f"{what} {count} of {args.kernels} kernels, fewer than {args.least_proven} %: the test shows nothing"]


def report_of(build, first, count, options, launcher):
    """The JSON report of `launcher` (a script, which gets FIRST and COUNT, and its further words) under lockstep. None:
    it dies, and does so without lockstep too (PoCL 6 over some joins behind barriers)."""
    script, *more = launcher
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [f"{build}/bin/lockstep", "run", "--format=json", f"--report={report}", "--error-exitcode=0",
                   "--certify=off", "--same-value=report", "--max-findings=0", *options, "--",
                   "/usr/bin/python3", str(HERE / script), str(first), str(count), *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=280)
        if done.returncode < 0 and subprocess.run(command[command.index("--") + 1:], capture_output=True).returncode < 0:
            return None
        if done.returncode != 0 or not report.exists():
            sys.exit(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return json.loads(report.read_text())


def batches(args, size, launcher, wrong):
    """(seeds, report by default, report with --prune=off) for each `size` kernels; what neither may say goes
    to the list `wrong`."""
    end = args.first + args.kernels
    waiting = [range(first, min(first + size, end)) for first in range(args.first, end, size)]
    died = []
    while waiting:
        seeds = waiting.pop(0)
        default, unpruned = (report_of(args.build, seeds.start, len(seeds), options, launcher)
                             for options in ([], ["--prune=off"]))
        if default is None or unpruned is None:
            middle = seeds.start + len(seeds) // 2
            died += seeds if len(seeds) == 1 else []
            waiting[:0] = [range(seeds.start, middle), range(middle, seeds.stop)] if len(seeds) > 1 else []
            continue
        for report in (default, unpruned):
            if report["incomplete"] or report["not_instrumented"]:
                wrong.append(f"kernels {seeds.start}...: {report['incomplete']} {report['not_instrumented']}")
        if unpruned["summary"]["launches_pruned"]:
            wrong.append("launches were pruned although --prune=off was given")
        yield seeds, default, unpruned
    if died:
        print(f"the driver ends the process over kernels {died}, without lockstep too")
    if MOST_DIED * len(died) > args.kernels:
        wrong.append(f"that are more than one in {MOST_DIED}")


def rows_of(report):
    """{name: row} of the kernels."""
    return {row["name"]: row for row in report["kernels"]}


def forms_of(report, name):
    """What was found in kernel `name`, each way in which two statements met by itself."""
    return [form for f in report["findings"] for form in f["forms"] if form["kernel"] == name]


def cells_of(report, name):
    """The cells of the array about which something was found; pairs of sites are merged, so these are
    examples, and what is found at which lines is compared besides."""
    return {f["memory"]["offset"] // 4 for f in forms_of(report, name)}


def sites_of(finding):
    """The sites of a finding's accesses, in no order, and its kind."""
    return tuple(sorted((a["line"], a["op"]) for a in finding["accesses"])) + (finding["kind"],)


def verdict(wrong):
    """Prints what is wrong; the exit status."""
    print("\n".join(wrong))
    return 1 if wrong else 0
