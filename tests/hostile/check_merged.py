#!/usr/bin/env python3
"""One report over all processes of a run: equal findings are one, with those that had them, their ranks and tests.

usage: check_merged.py --lockstep=EXE --library=SO --helper=EXE --examples=DIR --work=DIR --app=EXE
"""
import json
import subprocess

from run_checks import RACE, run_all

TWO = '"$0" race; "$0" race; "$0" clean; true'


def shell(checks, script):
    return ["sh", "-c", script, checks.options.app]


def load(checks, name):
    return json.loads((checks.work / name).read_text())


def count(checks, what, text, wanted, errors):
    if errors.count(text) != wanted:
        checks.fail(what, f"'{text}' stands {errors.count(text)} times, not {wanted}, in\n{errors}")


def check_one_block(checks):
    checks.run("cold caches", checks.app("race", "clean"), 66, unsaid=())
    report = checks.work / "all.json"
    errors = checks.run("three processes", shell(checks, TWO), 66, ["  in        2 processes: ", "1 error in 2; see "],
                        options=[f"--report=json:{report}", f"--report=text:{checks.work}/%p.txt"])
    count(checks, "three processes", RACE, 1, errors)
    count(checks, "three processes", "lockstep: summary: ", 1, errors)
    whole = load(checks, "all.json")
    finding, = whole["findings"]
    pids = [process["pid"] for process in finding["processes"]]
    if len(set(pids)) != 2 or len(whole["processes"]) != 3 or whole["summary"]["errors"] != 1:
        checks.fail("three processes", json.dumps(whole["processes"]))
    # %p in a name still means one for each.
    texts = sorted(path.name for path in checks.work.glob("*.txt"))
    if texts != sorted(f"{process['pid']}.txt" for process in whole["processes"]):
        checks.fail("three processes", f"{texts}")
    checks.run("nothing found", shell(checks, '"$0" clean; "$0" clean'), 0, ["2 of 3 processes used OpenCL: no findings"], ["data race"])


def check_with_itself(checks):
    """A process counts once, however often its report is given."""
    counts = []
    for names in (["all.json"], ["all.json", "all.json"]):
        done = subprocess.run([checks.options.lockstep, "report", *names, "--format=json"], cwd=checks.work,
                              env=checks.env, capture_output=True, text=True, check=False)
        report = json.loads(done.stdout)
        counts.append([report["launches"], report["findings"][0]["count"], len(report["processes"])])
        if len(names) == 2 and "1 report left out: another one tells of the same processes" not in done.stderr:
            checks.fail("with itself", done.stderr)
    if counts[0] != counts[1]:
        checks.fail("with itself", f"{counts}")


def check_agreements(checks):
    """Suppressions and baselines are for the whole, and every entry that any process needs is used."""
    entries = checks.work / "s.supp"
    entries.write_text("race:*\nrace:no_such_kernel\n")
    errors = checks.run("suppressed", shell(checks, TWO), 0, ["1 suppressed", f"{entries}:2: race:no_such_kernel: no finding"],
                        [RACE, f"{entries}:1"], options=[f"--suppressions={entries}"])
    count(checks, "suppressed", "no finding matches", 1, errors)
    checks.run("baseline", shell(checks, TWO), 0, ["1 known"], [RACE], options=[f"--baseline={checks.work}/all.json"])


def check_ranks_and_tests(checks):
    ranks = "for i in 0 1; do OMPI_COMM_WORLD_RANK=$i LOCKSTEP_TEST=t$i \"$0\" race; done"
    errors = checks.run("ranks", shell(checks, ranks), 66)
    for text in ("rank 0, test t0", "rank 1, test t1"):
        count(checks, "ranks", text, 1, " ".join(errors.split()))
    count(checks, "ranks", RACE, 1, errors)
    for name in ("PMIX_RANK", "PMI_RANK", "SLURM_PROCID"):
        errors = checks.run(name, checks.app("race"), 66, **{name: "7"})
        count(checks, name, "rank 7", 1, " ".join(errors.split()))


def check_elsewhere(checks):
    """What a program does with its own stderr is nothing to the report."""
    logs = checks.work / "log"
    errors = checks.run("stderr in a log", shell(checks, f'"$0" race 2>{logs}; true'), 66)
    count(checks, "stderr in a log", RACE, 1, errors)
    if "lockstep" in logs.read_text():
        checks.fail("stderr in a log", logs.read_text())


def check_killed_among_others(checks):
    """What killed processes had found stands in the same block, and the run is not whole."""
    mixed = '"$0" race kill; "$0" race _exit; "$0" race; true'
    errors = checks.run("killed among others", shell(checks, mixed), 66,
                        ["  in        3 processes: ", "ended without exit()", "1 error in 3; incomplete; see above"])
    count(checks, "killed among others", RACE, 1, errors)
    checks.run("killed, clean", shell(checks, '"$0" clean kill; "$0" clean; true'), 66, ["incomplete"], [RACE, "nothing to check"],
               options=["--fail-on=incomplete"])


if __name__ == "__main__":
    run_all(__doc__, ["app"], [check_one_block, check_with_itself, check_agreements, check_ranks_and_tests, check_elsewhere,
                              check_killed_among_others])
# covers: several-processes, report-merged
