#!/usr/bin/python3
"""--report=FILE where nothing can be written, or nobody reads: the run ends, the report is seen, none is torn.

usage: check_report_place.py --lockstep=EXE --examples=DIR --full-disk=SO [--work=DIR] …
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

SOURCE = "kernel void k(global int *a) { a[0] = get_global_id(0); }\n"


class Setup:
    def __init__(self, options, folder):
        self.options, self.folder, self.problems = options, folder, []
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("LOCKSTEP_", "XDG_"))}
        self.env.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", POCL_CACHE_DIR=str(folder / "pocl"),
                        LOCKSTEP_CACHE_DIR=str(folder / "cache"))
        self.source = folder / "k.cl"
        self.source.write_text(SOURCE)

    def run(self, what, report, said, format_="json", **changes):
        """Runs a racy kernel; stderr must match `said` (None: must be empty) and the status be that of findings."""
        inner = [self.options.lockstep, "kernel", "--unchecked", str(self.source), "--global=64", "--local=16",
                 "--arg=0:buffer,64*int"]
        words = [self.options.lockstep, "run", f"--format={format_}", f"--report={report}", "--", "sh", "-c",
                 'echo "it runs" >&2; exec "$@"', "sh"] + inner
        done = subprocess.run(words, env=dict(self.env, **changes), capture_output=True, text=True, timeout=250,
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 66:
            self.problems.append(f"{what}: status {done.returncode}, not 66: {done.stderr[-1500:]}")
        if said is not None and not re.search(said, done.stderr, re.DOTALL):
            self.problems.append(f"{what}: '{said}' is not in\n{done.stderr[-2500:]}")
        if said is None and "--report" in done.stderr:
            self.problems.append(f"{what}: something is wrong: {done.stderr[-1500:]}")
        place = "above" if "the report follows here" in done.stderr else report
        if not done.stderr.endswith(f"; see {place}\n"):
            self.problems.append(f"{what}: the closing line does not end with 'see {place}': {done.stderr[-300:]}")
        return done.stderr

    def whole(self, what, text):
        try:
            if not json.loads(text)["findings"]:
                self.problems.append(f"{what}: no findings")
        except ValueError:
            self.problems.append(f"{what}: no JSON: {text[-300:]!r}")


BEFORE = r"lockstep: --report: cannot write [^\n]*%s[^\n]*\n.*it runs"
AFTER = r"it runs\n.*lockstep: --report: cannot write [^\n]*%s[^\n]*; the report follows here\n.*\"findings\""


def check_unwritable(setup):
    for what, path, why in (("no folder", "/nonexistent/report", "No such file"), ("a folder", setup.folder, "directory"),
                            ("a full device", "/dev/full", "No space left"),
                            ("below a file", f"{setup.source}/report", "Not a directory")):
        setup.run(what, path, BEFORE % why)
        setup.run(what, path, AFTER % why)


def check_pipes(setup):
    fifo = setup.folder / "fifo"
    os.mkfifo(fifo)
    setup.run("a pipe that nobody reads", fifo, AFTER % "nobody reads it")
    read = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_text()))
    reader.start()
    setup.run("a pipe with a reader", fifo, None)
    reader.join(60)
    setup.whole("a pipe with a reader", read[0] if read else "")
    # Opened and never read: full after 4096 bytes.
    stalled = os.open(fifo, os.O_RDWR)
    os.write(stalled, b"x" * 65536)
    errors = setup.run("a pipe whose reader stalls", fifo, r"cannot write all of it to .*; the report follows here")
    setup.whole("a pipe whose reader stalls", errors[errors.find("{"):errors.rfind("}") + 1])
    os.close(stalled)


def check_full_disk(setup):
    """After no byte, and after some: nothing under the final name, and nothing beside it."""
    for left in ("0", "1", "300"):
        disk = setup.folder / f"disk{left}"
        disk.mkdir()
        report = disk / "report.json"
        report.write_text("old")
        what = f"a disk with room for {left} bytes"
        errors = setup.run(what, report, r"No space left", LD_PRELOAD=setup.options.full_disk, FULL_DISK=str(disk),
                           SPACE_LEFT=left)
        setup.whole(what, errors[errors.find("{"):errors.rfind("}") + 1])
        if list(disk.iterdir()):
            setup.problems.append(f"{what}: there is {[(p.name, p.read_text()[:100]) for p in disk.iterdir()]}")


def check_files(setup):
    plain = setup.folder / "plain.json"
    setup.run("a new file", plain, None)
    setup.whole("a new file", plain.read_text())
    plain.write_text("x" * 100000)
    plain.chmod(0o640)
    link = setup.folder / "link.json"
    link.symlink_to("plain.json")
    setup.run("an old file through a link", link, None)
    setup.whole("an old file through a link", plain.read_text())
    if not link.is_symlink() or plain.stat().st_mode & 0o777 != 0o640:
        setup.problems.append("the link, or the file's mode, is lost")
    setup.run("%p", setup.folder / "each-%p.json", None)
    each = list(setup.folder.glob("each-*.json"))
    if len(each) != 1:
        setup.problems.append(f"%p: {each}")
    # A file that the program's own output goes to is not cut off.
    with open(setup.folder / "log", "w", encoding="utf-8") as log:
        log.write("before\n")
        log.flush()
        words = [setup.options.lockstep, "kernel", "--report=/dev/stdout", str(setup.source), "--global=64",
                 "--local=16", "--arg=0:buffer,64*int"]
        subprocess.run(words, env=setup.env, stdout=log, stderr=subprocess.DEVNULL, timeout=250, check=False)
    text = (setup.folder / "log").read_text()
    if not text.startswith("before\n") or "data race" not in text:
        setup.problems.append(f"/dev/stdout: {text[:300]}")
    if list(setup.folder.glob("*.new")):
        setup.problems.append("temporary files stay")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "library", "helper", "examples", "work", "full-disk"):
        parser.add_argument("--" + name)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockstep-report-") as directory:
        setup = Setup(options, pathlib.Path(directory))
        for check in (check_unwritable, check_pipes, check_full_disk, check_files):
            check(setup)
    print("\n".join(setup.problems))
    return 1 if setup.problems else 0


if __name__ == "__main__":
    sys.exit(main())
