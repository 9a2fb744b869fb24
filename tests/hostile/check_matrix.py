#!/usr/bin/env python3
"""One racy and one correct program under lockstep, in one environment after the other.

In each environment (rows below):
- the correct program prints and returns what it does there without lockstep;
- the racy program never looks clean: the exit status is not 0, or what was said names what was not checked,
  and `no findings` is never said of it without that.
usage: check_matrix.py --lockstep=EXE --library=SO --helper=EXE --examples=DIR --work=DIR --asan-app=EXE
       [ROW...]   names of rows: only these, with everything they printed
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys

RACY, CLEAN = "reverse_racy", "reverse"
# Words by which a report says that something was not checked.
SAID = re.compile(r"not checked|unchecked|not instrumented|nothing was checked|not loaded|not under lockstep|"
                  r"could not be (handed|read|loaded)|lost|incomplete|cannot")


class Row:
    """`outer`: around `lockstep run` (and around the program alone); `inner`: between it and the program."""

    def __init__(self, name, outer=(), inner=(), environment=None, before=None, closed=(), app=None, options=(),
                 said=None, found=True):
        self.name, self.outer, self.inner = name, list(outer), list(inner)
        self.environment, self.before, self.closed = environment or {}, before, closed
        self.app, self.options = app, list(options)
        self.said = said    # what the racy program's run must say besides
        self.found = found  # its race must be reported here; False: it may also be said to be unchecked


def limit(what, value):
    return lambda: resource.setrlimit(what, (value, value))


def ignored(*signals):
    def before():
        for number in signals:
            signal.signal(number, signal.SIG_IGN)
    return before


def shell(script):
    """A command in front of another one, which the script calls "$@"."""
    return ["sh", "-c", script, "sh"]


def mounts(script):
    return ["unshare", "--mount", "--propagation=private", *shell(f'{script}; exec "$@"')]


def rows(work, asan_app):
    full = "mount -t tmpfs -o size=64k none {0} && head -c 1000000 /dev/zero >{0}/full 2>/dev/null"
    spot = work / "spot"
    spot.mkdir(exist_ok=True)
    others = work / "others"
    others.mkdir(exist_ok=True)
    os.chown(others, 1234, 1234)
    others.chmod(0o777)
    odd = os.path.join(os.fsencode(work), b"caf\xe9 \xff\x1b[31m\n")
    os.makedirs(odd, exist_ok=True)
    strange_app = os.path.join(odd, b"app \xe9")
    shutil.copy(options.app, strange_app)
    # PoCL does not work without a folder of its own, and calls ld.
    pocl = [f"POCL_CACHE_DIR={work}/pocl", "OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd", f"PATH={os.environ['PATH']}"]
    yield Row("plain")
    # Processes, their numbers and their ends.
    yield Row("pid namespace inside", inner=["unshare", "-pf", "--mount-proc", *shell('"$@"; true')])
    yield Row("pid namespace outside", outer=["unshare", "-pf", "--mount-proc"])
    yield Row("child of a shell", inner=shell('"$@"; exit $?'))
    yield Row("a session of its own", inner=["setsid", "-w"])
    yield Row("children ignored outside", before=ignored(signal.SIGCHLD))
    yield Row("children ignored inside", inner=[sys.executable, "-c", "import os, signal, sys\n"
              "signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"])
    yield Row("signals ignored", before=ignored(signal.SIGPIPE, signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
    yield Row("signals blocked", before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()))
    yield Row("lockstep under lockstep", inner=[options.lockstep, "run", "--"])
    # Variables.
    yield Row("no environment outside", outer=["env", "-i", *pocl])
    yield Row("no environment inside", inner=["env", "-i", *pocl], found=False)
    yield Row("no PATH, no HOME", outer=["env", "-u", "HOME", "-u", "PATH"])
    yield Row("HOME is a file", environment={"HOME": "/dev/null", "XDG_CACHE_HOME": "", "LOCKSTEP_CACHE_DIR": ""})
    yield Row("relative HOME", environment={"HOME": ".", "XDG_CACHE_HOME": "", "LOCKSTEP_CACHE_DIR": ""}, before=lambda: os.chdir(spot))
    yield Row("odd language", environment={"LANG": "xx_YY.ISO-8859-1", "LC_ALL": "tr_TR.ISO-8859-9", "LANGUAGE": "\x1b[31m"})
    yield Row("another preload", environment={"LD_PRELOAD": "/nonexistent/other.so"})
    yield Row("another layer", environment={"OPENCL_LAYERS": "/nonexistent/layer.so"})
    yield Row("options that are wrong", environment={"LOCKSTEP_OPTIONS": "bogus=1 kernel=( fail-on='"})
    yield Row("another run's directory", environment={"LOCKSTEP_RUN_DIR": "/nonexistent/run"})
    # Files and folders.
    yield Row("no TMPDIR", environment={"TMPDIR": "/nonexistent"})
    yield Row("TMPDIR is a file", environment={"TMPDIR": "/dev/null"})
    yield Row("relative TMPDIR", environment={"TMPDIR": "spot"}, before=lambda: os.chdir(work))
    yield Row("TMPDIR cannot be written", outer=mounts(f"mount -t tmpfs -o ro none {spot}"), environment={"TMPDIR": str(spot)})
    yield Row("no temporary folder anywhere", outer=mounts("mount -t tmpfs -o ro none /tmp; mount -t tmpfs -o ro none /var/tmp"),
              environment={"TMPDIR": ""}, found=False)
    yield Row("TMPDIR is full", outer=mounts(full.format(spot)), environment={"TMPDIR": str(spot)}, found=False)
    yield Row("TMPDIR and cache are full", outer=mounts(full.format(spot)),
              environment={"TMPDIR": str(spot), "LOCKSTEP_CACHE_DIR": str(spot)}, found=False)
    yield Row("TMPDIR goes away", inner=shell(f'rm -rf {spot}/t/*; exec "$@"'),
              environment={"TMPDIR": str(spot / "t")}, before=lambda: os.makedirs(spot / "t", exist_ok=True))
    yield Row("another user's cache", environment={"LOCKSTEP_CACHE_DIR": str(others)})
    yield Row("the cache is below a file", environment={"LOCKSTEP_CACHE_DIR": "/dev/null/cache"})
    yield Row("the working directory is gone", before=lambda: (os.makedirs(work / "gone", exist_ok=True), os.chdir(work / "gone"),
                                                              os.rmdir(work / "gone")))
    yield Row("no rights for new files", before=lambda: os.umask(0o777))
    yield Row("no /proc", outer=mounts("umount -l /proc"), environment={"LOCKSTEP_LIBRARY": options.library}, found=False)
    yield Row("the root cannot be written", outer=mounts(f"mount -o remount,ro,bind /; mount -t tmpfs none {spot}"),
              environment={"POCL_CACHE_DIR": str(spot)})
    yield Row("names that are no text", app=strange_app)
    # Limits.
    for descriptors in (8, 12, 20):
        yield Row(f"{descriptors} descriptors", before=limit(resource.RLIMIT_NOFILE, descriptors), found=False)
    for size in (1 << 17, 1 << 20):
        yield Row(f"files of {size} bytes", before=limit(resource.RLIMIT_FSIZE, size), found=False)
    for mib in (700, 1500, 4000):  # at 400 it is the driver's own threads that have room or not, with lockstep and without
        yield Row(f"{mib} MiB of addresses", before=limit(resource.RLIMIT_AS, mib << 20), found=False)
    yield Row("no core files", before=limit(resource.RLIMIT_CORE, 0))
    yield Row("a small stack", before=limit(resource.RLIMIT_STACK, 1 << 18), found=False)
    yield Row("no locked memory", before=limit(resource.RLIMIT_MEMLOCK, 0))
    # Streams.
    yield Row("stdin closed", closed=(0,))
    yield Row("stdout closed", closed=(1,))
    yield Row("stderr closed", closed=(2,))
    yield Row("all three closed", closed=(0, 1, 2))
    yield Row("stderr is full", inner=shell('exec "$@" 2>/dev/full'))
    yield Row("nobody reads stderr", inner=shell('("$@"; echo $? >&3) 3>&1 2>&1 >/dev/null | true'), found=False)
    # Who runs it.
    yield Row("nobody", outer=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent"], found=False)
    yield Row("a user namespace", outer=["unshare", "-Ur"])
    yield Row("a user without a name", outer=["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"], found=False)
    # How it is called.
    yield Row("a long command line", inner=shell('exec "$1" "$2"'), options=["x" * 1000] * 1500)
    yield Row("an app with AddressSanitizer", app=asan_app)
    yield Row("behind a shell, with AddressSanitizer", app=asan_app, inner=shell('"$@"; exit $?'), found=False)
    # The helper that compiles.
    for helper in ("/nonexistent", "/bin/false", "/bin/true", "/bin/cat", "/dev/null"):
        yield Row(f"{helper} is the helper", environment={"LOCKSTEP_CC": helper, "LOCKSTEP_CACHE_DIR": str(work / "helper")}, found=False)


class Matrix:
    def __init__(self, work):
        self.work, self.problems = work, []

    def run(self, row, kernel, checked):
        """(status, stdout, stderr) of the program in the row's environment."""
        program = [row.app or options.app, kernel, *row.options]
        command = row.outer + ([options.lockstep, "run", "--", *row.inner, *program] if checked else row.inner + program)
        env = {k: v for k, v in os.environ.items() if not k.startswith(("LOCKSTEP_", "OPENCL_", "LD_PRELOAD", "ASAN_"))}
        env.update({"LOCKSTEP_CACHE_DIR": str(self.work / "cache"), "POCL_CACHE_DIR": str(self.work / "pocl"),
                    "OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd", "ASAN_OPTIONS": "detect_leaks=0"})
        env.update(row.environment)

        def before():
            if row.before is not None:
                row.before()
            for stream in row.closed:
                os.close(stream)
        try:
            done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  preexec_fn=before, timeout=240, cwd=self.work, restore_signals=False)
        except subprocess.TimeoutExpired as late:
            return "no end", late.stdout or b"", late.stderr or b""
        return done.returncode, done.stdout, done.stderr

    def check(self, row):
        problems = []
        alone = self.run(row, CLEAN, checked=False)
        clean = self.run(row, CLEAN, checked=True)
        racy = self.run(row, RACY, checked=True)
        if alone[0] == 0 or isinstance(alone[0], int) and clean[0] == 0:
            if alone[:2] != clean[:2]:
                problems.append(("the correct program is disturbed", alone, clean))
        elif clean[0] == "no end":
            problems.append(("the correct program does not end", alone, clean))
        text = (racy[1] + racy[2]).decode(errors="replace")
        reported = "data race" in text
        unreadable = 2 in row.closed or "stderr is full" in row.name or "nobody reads" in row.name
        if alone[0] == 0:
            if racy[0] == "no end" or racy[0] == 0 and not SAID.search(text) and not (unreadable and "nobody" in row.name):
                problems.append(("the racy program looks clean", alone, racy))
            if re.search("no findings", text) and not SAID.search(text):
                problems.append(("'no findings' of the racy program", alone, racy))
            if row.found and racy[0] == 0:
                problems.append(("the race does not show in the status", alone, racy))
            if row.found and not reported and not unreadable:
                problems.append(("the race is not reported", alone, racy))
        elif racy[0] == 0:
            problems.append(("the racy program succeeds where it does not alone", alone, racy))
        return row, alone, clean, racy, problems


def show(end):
    def text(stream):
        return "    | " + stream.decode(errors="backslashreplace").strip().replace("\n", "\n    | ")[-1500:]
    return f"  status {end[0]}\n{text(end[1])}\n{text(end[2])}"


def main():
    work = pathlib.Path(options.work).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    matrix = Matrix(work)
    chosen = [row for row in rows(work, options.asan_app) if not options.rows or row.name in options.rows]
    # Both kernels are compiled once, so that the rows need not.
    for kernel in (CLEAN, RACY):
        matrix.run(Row("plain"), kernel, checked=True)
    for path, _, _ in os.walk(work / "pocl"):
        os.chmod(path, 0o777)  # PoCL's own cache, for the users that are not root
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for row, alone, clean, racy, problems in pool.map(matrix.check, chosen):
            print(f"{'FAILS' if problems else 'holds'}  {row.name}: alone {alone[0]}, correct {clean[0]}, racy {racy[0]}", flush=True)
            failed += bool(problems)
            if options.rows and not problems:
                print(show(clean), show(racy), sep="\n")
            for what, without, end in problems:
                print(f" {what}\n{show(without)}\n  under lockstep:\n{show(end)}")
    print(f"{len(chosen) - failed} of {len(chosen)} environments hold")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("lockstep", "library", "helper", "examples", "work", "asan-app"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    options.app = options.examples + "/first_look"
    sys.exit(main())
