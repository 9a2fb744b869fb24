#!/usr/bin/env python3
"""What lockstep needs around it fails: its cache, its report's file, its options, memory, signals.

Runs fake_app on the fake driver. However it goes, the application's output and status are those of
a run without lockstep, and stderr or the report says what happened.
usage: check_surroundings.py --app=EXE --driver=SO --library=SO --helper=SCRIPT --full-disk=SO
"""
import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

from check_failures import IMAGE


class Setup:
    def __init__(self, options, directory):
        self.options, self.directory, self.problems = options, pathlib.Path(directory), []
        (self.directory / "fake.icd").write_text(options.driver + "\n")
        (self.directory / "image").write_text("LOCKSTEP-PROGRAM 2\n" + json.dumps(IMAGE) + "\ncode")
        self.alone = self.start(None).communicate()[0], 0

    def start(self, lockstep_options, limit=None, **changes):
        """Starts the application; `lockstep_options` None: without lockstep."""
        env = {k: v for k, v in os.environ.items() if k not in ("OPENCL_LAYERS", "LD_PRELOAD")}
        env.update(OCL_ICD_VENDORS=str(self.directory), FAKE_IMAGE=str(self.directory / "image"),
                   LOCKSTEP_CC=self.options.helper, **changes)
        if lockstep_options is not None:
            env.update(OPENCL_LAYERS=self.options.library,
                       LOCKSTEP_OPTIONS="error-exitcode=0 commands=off " + lockstep_options)
        before = None if limit is None else lambda: resource.setrlimit(limit[0], (limit[1],) * 2)
        return subprocess.Popen([self.options.app, "life"], env=env, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, preexec_fn=before)

    def end(self, what, process, said="", twins=True):
        """The run must be as alone, its stderr match `said`, and twins run or not (None: whichever)."""
        output, errors = process.communicate(timeout=120)
        if (output, process.returncode) != self.alone:
            self.problems.append(f"{what}: status {process.returncode}\n{output[-1500:]}")
        if not re.search(said, errors):
            self.problems.append(f"{what}: '{said}' is not in\n{errors[-1500:]}")
        ran = re.search(r"own \d+ twin (\d+)", errors)
        if twins is not None and (ran is None or (ran.group(1) != "0") != twins):
            self.problems.append(f"{what}: twins: {errors[-1500:]}")
        return errors

    def check(self, what, lockstep_options, said="", twins=True, **more):
        return self.end(what, self.start(lockstep_options, **more), said, twins)


def strays_in(setup, cache):
    """Files there that are no entries: those that a write which failed should have removed."""
    strays = [str(p) for p in cache.rglob("*") if p.is_file() and len(p.name) != 64]
    if strays:
        setup.problems.append(f"temporary files stay: {strays}")


def check_cache(setup):
    without = "working without the cache of instrumented kernels"
    setup.check("the cache is below a file", "cache-dir=/dev/null/cache", without)
    full = setup.directory / "full"
    for left in ("0", "700"):  # bytes: not even the first one, and in the middle of an entry
        setup.check("the disk is full", f"cache-dir={full}", without + ".*No space left",
                    LD_PRELOAD=setup.options.full_disk, FULL_DISK=str(full), SPACE_LEFT=left)
    strays_in(setup, full)
    # A limit on file sizes comes with a signal that ends a program.
    setup.check("files may not grow", f"cache-dir={setup.directory}/limited", "",
                twins=None, limit=(resource.RLIMIT_FSIZE, 512))

    cache = setup.directory / "cache"
    setup.check("a cold cache", f"cache-dir={cache}")
    entries = [p for p in cache.rglob("*") if p.is_file()]
    if not entries:
        setup.problems.append("the cache stays empty")
    spoil = {"empty": lambda b: b"", "cut": lambda b: b[:len(b) // 2],
             "flipped": lambda b: b[:-3] + bytes([b[-3] ^ 1]) + b[-2:],
             "longer": lambda b: b + b"x", "other": lambda b: b"\0" * 4096}
    good = {entry: entry.read_bytes() for entry in entries}
    for name, change in spoil.items():
        for entry in entries:
            entry.write_bytes(change(good[entry]))
        setup.check(f"an entry that is {name}", f"cache-dir={cache}")
        for entry in entries:
            if entry.read_bytes() != good[entry]:
                setup.problems.append(f"{name}: {entry} is not repaired")
    for entry in entries:
        entry.unlink()
        entry.mkdir()
    setup.check("a directory in an entry's place", f"cache-dir={cache}")

    shared = setup.directory / "shared"
    runs = [setup.start(f"cache-dir={shared}") for _ in range(8)]
    for run in runs:
        setup.end("eight at once", run)
    strays_in(setup, shared)


def check_report(setup):
    for path in ("/nonexistent/report", "/dev/full", str(setup.directory)):
        setup.check(f"--report={path}", f"report={path} cache-size=0",
                    r"--report: cannot write .*(\n.*)*summary: no findings")
    # A reader that is gone comes with a signal, too.
    reader, writer = os.pipe()
    os.close(reader)
    os.set_inheritable(writer, True)
    process = subprocess.Popen(
        ["sh", "-c", f'"$0" silent 2>&{writer}; echo "status $?"', setup.options.app],
        env=dict(os.environ, OCL_ICD_VENDORS=str(setup.directory), LOCKSTEP_CC=setup.options.helper,
                 FAKE_IMAGE=str(setup.directory / "image"), OPENCL_LAYERS=setup.options.library,
                 LOCKSTEP_OPTIONS=f"cache-size=0 commands=off report=/proc/self/fd/{writer}"),
        stdout=subprocess.PIPE, text=True, pass_fds=[writer])
    os.close(writer)
    output = process.communicate(timeout=60)[0]
    if output != setup.alone[0] + "status 0\n":
        setup.problems.append(f"stderr closed: {output[-500:]}")


def check_options(setup):
    for text, said in (("nonsense=1", "unknown option 'nonsense'"), ("log-slots=many", "log-slots"),
                       ("kernel=([", "kernel"), ("'open quote", "ignored"), ("--", "ignored"),
                       ("report", "report"), ("\x01\xc3", "ignored")):
        setup.check(f"LOCKSTEP_OPTIONS={text}", f"cache-size=0 {text}",
                    f"LOCKSTEP_OPTIONS: .*{re.escape(said)}")


def check_limits(setup):
    setup.check("no TMPDIR", "cache-size=0", TMPDIR="/nonexistent")
    setup.check("no HOME", "", HOME="", XDG_CACHE_HOME="", LOCKSTEP_CACHE_DIR="")
    short = 0
    for mebibytes in range(6, 15):
        limit = (resource.RLIMIT_AS, mebibytes << 20)
        alone = setup.start(None, limit=limit)
        if (alone.communicate()[0], alone.returncode) != setup.alone:
            continue  # too little even for the application by itself
        errors = setup.check(f"{mebibytes} MiB of addresses", "cache-size=0", limit=limit, twins=None)
        # Where the loader finds room for the library, what could not be checked must be said.
        short += re.search("incomplete: k: no room for|MiB to compile its checks", errors) is not None
    if short == 0:
        setup.problems.append("no limit was too low to check the kernel")
    setup.check("few descriptors", "cache-size=0", twins=None, limit=(resource.RLIMIT_NOFILE, 8))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("app", "driver", "library", "helper", "full-disk"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockstep-around-") as directory:
        setup = Setup(options, directory)
        for check in (check_cache, check_report, check_options, check_limits):
            check(setup)
    for problem in setup.problems:
        print(problem)
    return 1 if setup.problems else 0


if __name__ == "__main__":
    sys.exit(main())
