"""pytest plug-in: each test runs in a process of its own below `lockstep run`, and fails if that finds something.

    PYTHONPATH=PREFIX/share/lockstep/python pytest -p lockstep_pytest --lockstep

The outer pytest starts for each test an inner one with the same arguments, which collects that test alone and leaves the
reports of its phases in a file (docs/ci.md). A process for each, because what a launch shows may come after its test.
"""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import pytest

# Set for the inner pytest: the test that it collects, and the file for its reports.
ITEM = "LOCKSTEP_PYTEST_ITEM"
REPORTS = "LOCKSTEP_PYTEST_REPORTS"
# How the lines begin that say what was not checked, which fails no test by itself.
NOT_CHECKED = ("lockstep: incomplete: ", "lockstep: not instrumented: ")
UNSEEN = pytest.StashKey()  # of such lines the number of tests that had them


def pytest_addoption(parser):
    group = parser.getgroup("lockstep", "data races in OpenCL kernels")
    group.addoption("--lockstep", action="store_true", help="run each test in a process of its own below `lockstep run`")
    group.addoption("--lockstep-option", action="append", default=[], metavar="OPTION",
                    help="for `lockstep run`, as in --lockstep-option=--fail-on=unchecked; may be repeated")


def is_outer(config):
    return config.getoption("lockstep") and ITEM not in os.environ


def lockstep_of(folder):
    """The lockstep that this plug-in was installed with, else that in PATH."""
    beside = folder.parents[2] / "bin/lockstep" if len(folder.parents) > 2 else None
    found = str(beside) if beside and beside.exists() else shutil.which("lockstep")
    if found is None:
        raise pytest.UsageError("--lockstep: no lockstep beside the plug-in or in PATH; install it there")
    return found


def pytest_configure(config):
    config.stash[UNSEEN] = collections.Counter()
    if ITEM in os.environ:
        config.args = [os.environ[ITEM]]
    elif config.getoption("lockstep"):
        lockstep_of(pathlib.Path(__file__).resolve().parent)
        if config.getoption("numprocesses", None):
            raise pytest.UsageError("--lockstep runs one test at a time: leave out -n of pytest-xdist")


def report_of(config, data):
    for field in ("location", "longrepr"):  # JSON knows no tuples
        if isinstance(data[field], list):
            data[field] = tuple(data[field])
    return config.hook.pytest_report_from_serializable(config=config, data=data)


class Inner:
    """What the inner pytest, run for `item`, left."""

    def __init__(self, item):
        here = pathlib.Path(__file__).resolve().parent
        with tempfile.TemporaryDirectory() as name:
            reports, text = pathlib.Path(name) / "reports", pathlib.Path(name) / "text"
            path = os.pathsep.join(part for part in (str(here), os.environ.get("PYTHONPATH")) if part)
            own = {ITEM: "::".join([str(item.path), *item.nodeid.split("::")[1:]]), REPORTS: str(reports), "PYTHONPATH": path}
            config = item.config
            done = subprocess.run(
                [lockstep_of(here), "run", *config.getoption("lockstep_option"), f"--report=text:{text}", "--",
                 sys.executable, "-m", "pytest", *config.invocation_params.args],
                cwd=config.invocation_params.dir, env={**os.environ, **own}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
            self.status = done.returncode
            self.output = done.stdout
            self.findings = text.read_text(errors="replace") if text.exists() else ""
            lines = reports.read_text().splitlines() if reports.exists() else []
        self.reports = [report_of(config, json.loads(line)) for line in lines]


def fail(report, why):
    """Makes `report` that of a failed test, or adds `why` to it if it is one."""
    if report.failed:
        report.sections.append(("lockstep", why))
        return
    if hasattr(report, "wasxfail"):
        del report.wasxfail
    report.outcome, report.longrepr = "failed", why


def reports_of(item):
    """The reports of the phases of `item`, as lockstep judges them."""
    inner = Inner(item)
    reports = inner.reports
    unseen = item.config.stash[UNSEEN]
    unseen.update({line for line in inner.findings.splitlines() if line.startswith(NOT_CHECKED)})
    if not any(report.when == "teardown" for report in reports):  # the process died before its end
        why = f"the process of this test ended with status {inner.status}:\n{inner.output}"
        return reports + [pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")]
    if inner.status != 0:
        judged = next((report for report in reports if report.when == "call"), reports[-1])
        fail(judged, inner.findings or inner.output)
    return reports


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    if not is_outer(item.config):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in reports_of(item):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter, config):
    unseen = config.stash[UNSEEN]
    if unseen:
        terminalreporter.section("lockstep: not all was checked (--lockstep-option=--fail-on=unchecked,incomplete fails then)")
    for line, tests in sorted(unseen.items()):
        terminalreporter.write_line(f"{line} (tests: {tests})")


class Leaver:
    """In the inner pytest: leaves each report, and exits with 0, so that the status is what lockstep says."""

    def __init__(self, config):
        self.config = config

    def pytest_runtest_logreport(self, report):
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        with open(os.environ[REPORTS], "a", encoding="utf-8") as out:
            out.write(json.dumps(data) + "\n")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        session.exitstatus = 0


def pytest_sessionstart(session):
    if ITEM in os.environ:
        session.config.pluginmanager.register(Leaver(session.config), "lockstep-leaver")
