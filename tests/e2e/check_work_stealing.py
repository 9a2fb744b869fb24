#!/usr/bin/python3
"""The queue of examples/work-stealing and its weakened versions under lockstep: which races are reported.

Usage: check_work_stealing.py --build DIR
Places are named by a text of the line, so that the example may grow.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "examples/work-stealing/work_stealing.cl"
TAIL_LOAD = "const int tail = STEAL_LOAD(q.tail"
DESCRIBE, READ = "descriptions[task] = task + 1", "done[task] += descriptions[task]"

# Options of the kernel; then for each race its kind and a text of each line. ALSO: races that show only
# if the timing brings the two together.
ALSO = {("atomic-plain", "*(volatile global int *)q.tail = 0", TAIL_LOAD)}
REPAIRED = ([], set())
RELAXED_TAIL = (["-DRELAXED_TAIL"], set())  # the authors' repair leaves no race
PLAIN_TAIL = (["-DPLAIN_TAIL"],
              {("atomic-plain", "*(volatile global int *)q.tail = tail", TAIL_LOAD)})
NO_RELEASE = (["-DRELAXED_PUSH", "-DRELAXED_TAIL"], {("read-write", DESCRIBE, READ)})
NOT_REMOTE = (["-DNOT_REMOTE"], {
    ("scope", "atomic_store_explicit(q.tail, tail + 1", TAIL_LOAD),
    ("scope", "atomic_store_explicit(&q.slots[tail]", "const int task = STEAL_LOAD("),
    ("read-write", DESCRIBE, READ)})


def check(build, options, expected):
    """Sentences about what is wrong with one version. Other pairs of NOT_REMOTE depend on the timing."""
    lines = SOURCE.read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "report.json"
        done = subprocess.run(
            [build / "bin/lockstep", "run", "--format=json", f"--report={path}", "--",
             build / "bin/examples/work_stealing"] + options, capture_output=True, text=True)
        report = json.loads(path.read_text())
    wrong = []
    if "0 done wrongly or twice" not in done.stdout:
        wrong.append(done.stdout + done.stderr)
    if report["not_instrumented"] or report["incomplete"]:
        wrong.append(f"{report['not_instrumented']} {report['incomplete']}")
    found = [(finding["kind"], [lines[access["line"] - 1] for access in finding["accesses"]])
             for one in report["findings"] for finding in one["forms"]]
    fits = lambda race, kind, texts: kind == race[0] and any(
        race[1] in a and race[2] in b for a, b in (texts, texts[::-1]))
    for race in expected:
        if not any(fits(race, kind, texts) for kind, texts in found):
            wrong.append(f"not found: {race}")
    for kind, texts in found:
        known = expected | ALSO if "-DPLAIN_TAIL" in options else expected
        if not any(fits(race, kind, texts) for race in known) and kind != "scope":
            wrong.append(f"not expected: {kind} {texts}")
    if not expected and found:
        wrong.append(f"not expected: {found}")
    return [f"{' '.join(options) or 'repaired'}: {sentence}" for sentence in wrong]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    build = parser.parse_args().build
    wrong = []
    for options, expected in (REPAIRED, RELAXED_TAIL, PLAIN_TAIL, NO_RELEASE, NOT_REMOTE):
        wrong += check(build, options, expected)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
