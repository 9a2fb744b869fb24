#!/usr/bin/env python3
"""The last line of `lockstep run` is about all processes, wherever their reports went.

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
    checks.run("cold caches", checks.app("race", "clean"), 66, unsaid=())
    # The shell is one of the processes.
    logged = '"$0" race 2>"$1/a"; "$0" race 2>"$1/b"; "$0" clean 2>"$1/c"; sh -c true; true'
    errors = expect(checks, "stderr in logs", logged, 66, LAST + "3 of 5 processes used OpenCL: "
                    "2 errors in 2; see where their stderr went")
    if RACE in errors:
        checks.fail("stderr in logs", errors)
    expect(checks, "one in a log", '"$0" race 2>"$1/a"; true', 66,
           LAST + "1 of 2 processes used OpenCL: 1 error; see where their stderr went")
    expect(checks, "some in logs", '"$0" race 2>"$1/a"; "$0" race; true', 66,
           LAST + "2 of 3 processes used OpenCL: 2 errors in 2; see above and where their stderr went")
    expect(checks, "none in logs", '"$0" race; "$0" clean; true', 66,
           LAST + "2 of 3 processes used OpenCL: 1 error in 1; see above")
    expect(checks, "nothing found", '"$0" clean 2>"$1/a"; "$0" clean 2>"$1/b"; true', 0,
           LAST + "2 of 3 processes used OpenCL: no findings; see where their stderr went")
    expect(checks, "nothing found, quiet", '"$0" clean 2>"$1/a"; "$0" clean 2>"$1/b"; true', 0, "",
           options=["--quiet"])
    expect(checks, "found, quiet", '"$0" clean 2>"$1/a"; "$0" race 2>"$1/b"; true', 66,
           LAST + "2 of 3 processes used OpenCL: 1 error in 1; see where their stderr went", options=["--quiet"])


def check_files(checks):
    report = checks.work / "report"
    expect(checks, "--report", '"$0" race; true', 66, LAST + f"1 of 2 processes used OpenCL: 1 error; see {report}",
           options=[f"--report={report}"])
    expect(checks, "--report of two", '"$0" race; "$0" clean; true', 66,
           LAST + f"2 of 3 processes used OpenCL: 1 error in 1; see {report}, {report}.<process id>",
           options=[f"--report={report}"])


def check_plain(checks):
    """A program of one process does not hear it twice."""
    for words, status in ((["race"], 66), (["clean"], 0)):
        errors = checks.run(f"plain {words}", checks.app(*words), status, [], [])
        if not last_line(errors).startswith("lockstep: summary: "):
            checks.fail(f"plain {words}", errors)


def check_running(checks):
    """One that outlives the command says itself what it finds, and that is said."""
    script = '(exec 3>&-; "$0" use tell "$1/up" wait race 2>"$1/late" >/dev/null; : >"$1/over") <&3 & ' \
             'while [ ! -e "$1/up" ]; do sleep 0.05; done'
    process = checks.start(["sh", "-c", "exec 3<&0; " + script, checks.options.app, str(checks.work / "logs")])
    status = process.wait(timeout=120)
    process.stdin.close()  # now it goes on
    errors = process.stderr.read()
    if status != 0 or "used OpenCL: no findings; 1 is still running and reports when it ends" not in last_line(errors):
        checks.fail("one that is still running", f"{status}\n{errors}")
    wait = 'while [ ! -e "$1/over" ]; do sleep 0.05; done'
    subprocess.run(["sh", "-c", wait, "sh", str(checks.work / "logs")], check=True, timeout=120)
    if RACE not in (checks.work / "logs" / "late").read_text():
        checks.fail("one that is still running", "has not reported itself")


if __name__ == "__main__":
    run_all(__doc__, ["app"], [check_logs, check_files, check_plain, check_running])
