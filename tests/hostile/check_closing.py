#!/usr/bin/env python3
"""The last line of `lockstep run` is about all processes, wherever their stderr went.

usage: check_closing.py --lockstep=EXE --library=SO --helper=EXE --examples=DIR --work=DIR --app=EXE
"""
import subprocess

from run_checks import RACE, run_all

LAST = "lockstep: "


def last_line(errors):
    return errors.splitlines()[-1] if errors else ""


def shell(checks, script):
    """`script` for the shell, in which $0 is the application and $1 a folder for logs."""
    logs = checks.work / "logs"
    logs.mkdir(exist_ok=True)
    return ["sh", "-c", script, checks.options.app, str(logs)]


def expect(checks, what, script, status, line, **more):
    errors = checks.run(what, shell(checks, script), status, [], [], **more)
    if last_line(errors) != line:
        checks.fail(what, f"the last line is not '{line}' in\n{errors}")
    return errors


def check_logs(checks):
    # PoCL's compiler starts programs of its own, which would count.
    for words, status in ((["race"], 66), (["clean"], 0), (["race", "clean"], 66)):
        checks.run("cold caches", checks.app(*words), status, said=(), unsaid=())
    # The shell is one of the processes.
    logged = '"$0" race 2>"$1/a"; "$0" race 2>"$1/b"; "$0" clean 2>"$1/c"; sh -c true; true'
    expect(checks, "stderr in logs", logged, 66, LAST + "3 of 5 processes used OpenCL: 1 error in 2; see above")
    expect(checks, "none in logs", '"$0" race; "$0" clean; true', 66,
           LAST + "2 of 3 processes used OpenCL: 1 error in 1; see above")
    nothing = '"$0" clean 2>"$1/a"; "$0" clean 2>"$1/b"; true'
    expect(checks, "nothing found", nothing, 0, LAST + "2 of 3 processes used OpenCL: no findings; see above")
    expect(checks, "nothing found, quiet", nothing, 0, "", options=["--quiet"])
    expect(checks, "found, quiet", '"$0" clean 2>"$1/a"; "$0" race 2>"$1/b"; true', 66,
           LAST + "2 of 3 processes used OpenCL: 1 error in 1; see above", options=["--quiet"])


def check_files(checks):
    report = checks.work / "report"
    expect(checks, "--report", '"$0" race; true', 66, LAST + f"1 of 2 processes used OpenCL: 1 error; see {report}",
           options=[f"--report={report}"])
    expect(checks, "--report of two", '"$0" race; "$0" clean; true', 66,
           LAST + f"2 of 3 processes used OpenCL: 1 error in 1; see {report}",
           options=[f"--report={report}"])
    forms, nowhere = checks.work / "a.sarif", checks.work / "no" / "where"
    for files, places in ((("sarif:", forms, report), f"{report} and {forms}"), (("sarif:", nowhere, report), report),
                          (("sarif:", forms, nowhere), f"{forms} and above")):
        form, further, main = files
        expect(checks, f"files {files}", '"$0" race; true', 66,
               LAST + f"1 of 2 processes used OpenCL: 1 error; see {places}",
               options=[f"--report={form}{further}", f"--report={main}"])


def check_plain(checks):
    """A program of one process does not hear it twice."""
    for words, status in ((["race"], 66), (["clean"], 0)):
        errors = checks.run(f"plain {words}", checks.app(*words), status, [], [])
        if not last_line(errors).startswith("lockstep: summary: "):
            checks.fail(f"plain {words}", errors)


def outliving(checks, what, words, status, lines, late_race, options=()):
    """The application outlives the command, having done `words` by then; it waits, and races then. The last line has
    each of `lines`. `late_race`: it reports itself, what it finds then included."""
    logs = checks.work / "logs"
    for name in ("up", "over", "late"):
        (logs / name).unlink(missing_ok=True)
    script = f'(exec 3>&-; "$0" {words} tell "$1/up" wait race 2>"$1/late" >/dev/null; : >"$1/over") <&3 & ' \
             'while [ ! -e "$1/up" ]; do sleep 0.05; done'
    process = checks.start(["sh", "-c", "exec 3<&0; " + script, checks.options.app, str(logs)], options=options)
    ended = process.wait(timeout=120)
    process.stdin.close()  # now it goes on
    errors = process.stderr.read()
    if ended != status:
        checks.fail(what, f"status {ended}, not {status}\n{errors}")
    for line in lines:
        if line not in last_line(errors):
            checks.fail(what, f"no '{line}' in the last line of\n{errors}")
    wait = 'while [ ! -e "$1/over" ]; do sleep 0.05; done'
    subprocess.run(["sh", "-c", wait, "sh", str(logs)], check=True, timeout=120)
    if (RACE in (logs / "late").read_text()) != late_race:
        checks.fail(what, "it has not reported itself" if late_race else "it should not have raced")
    return errors


def check_running(checks):
    """Of programs that outlive the command what they found so far counts, and it is said that there may be more."""
    one = "1 is still running: its totals are those so far"
    shell_too = "1 process is still running without having used OpenCL"  # it waits for the application
    strict = ["--fail-on=error,unchecked"]
    errors = outliving(checks, "used", "use", 0, ["used OpenCL: no findings", one, shell_too], True)
    if "lockstep: summary: so far: no findings" not in errors:
        checks.fail("used", errors)
    errors = outliving(checks, "raced", "race", 66, ["used OpenCL: 1 error", one], True)
    if RACE not in errors or "lockstep: summary: so far: 1 error" not in errors:
        checks.fail("raced", errors)
    outliving(checks, "used, strict", "use", 66, [one], True, strict)
    # It has not used OpenCL yet: all that is known of it is that it is there.
    two = "2 processes are still running without having used OpenCL: what they find is not in"
    errors = outliving(checks, "unused", "", 0, [two], True)
    if "lockstep: summary: nothing to check: OpenCL was not used" not in errors:
        checks.fail("unused", errors)
    outliving(checks, "unused, strict", "", 66, [two], True, strict)
    outliving(checks, "unused, incomplete", "", 66, [two], True, ["--fail-on=error,incomplete"])


def check_ended_orphans(checks):
    """An orphan that has ended is no zombie for as long as the command runs, and nothing is said of it."""
    script = 'sh -c "sh -c : & :"; "$0" race; while ps -o stat= --ppid $PPID | grep -q Z; do sleep 0.05; done'
    checks.run("orphans that end", shell(checks, script), 66, [RACE], ["still running"])


if __name__ == "__main__":
    run_all(__doc__, ["app"], [check_logs, check_files, check_plain, check_running, check_ended_orphans])
# covers: several-processes
