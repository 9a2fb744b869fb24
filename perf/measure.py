"""Runs one kernel of perf/ in one way and says what it took. Used by perf/run and perf/compare."""
import json
import math
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Programs of their own, whose kernels come from a library: name -> command in a build folder. A bundle has none.
LIBRARIES = {
    "clblast_gemm": lambda build: [build / "bin/lockstep-perf-gemm"],
    "pyopencl_scan": lambda build: ["/usr/bin/python3", ROOT / "perf/pyopencl_scan.py"],
}
OFF = ("--prune=off", "--certify=off")
RACY = {"LOCKSTEP_PERF_RACY": "1"}  # environment: kernels that have a racy twin are that


class Bench:
    """One build. Its caches are its own and lie in a folder that goes with it."""

    def __init__(self, build, launches=5):
        self.build = pathlib.Path(build).resolve()
        self.launches = launches
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lockstep-perf-"))

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def kernels(self):
        """Names of all cases, in the order of the table."""
        listing = subprocess.run([self.build / "bin/lockstep-perf", "--benchmark_list_tests"],
                                 capture_output=True, text=True, check=True)
        return [line.split("/")[0] for line in listing.stdout.split()] + [
            name for name, command in LIBRARIES.items() if command(self.build)[-1].exists()]

    def program(self, kernel):
        if kernel in LIBRARIES:
            return LIBRARIES[kernel](self.build)
        return [self.build / "bin/lockstep-perf", f"--benchmark_filter=^{kernel}/",
                "--benchmark_format=json"]

    def may_race(self, kernel):
        """Whether the kernel may have a racy twin: it is no program of its own."""
        return kernel not in LIBRARIES

    def run(self, kernel, prefix=(), small=False, launches=None, environment=()):
        """The program's own figures, `process_ms` and `process_cpu_ms` (user and system, with all its
        children); None, and a line on stderr, if it fails."""
        env = dict({"LOCKSTEP_PERF_KERNELS": str(ROOT / "perf/kernels")}, **os.environ)
        env.update(LOCKSTEP_PERF_LAUNCHES=str(launches or self.launches), **dict(environment))
        if small:
            env["LOCKSTEP_PERF_SIZE"] = "small"
        command = [str(word) for word in [*prefix, *self.program(kernel)]]
        start, start_cpu = time.monotonic(), cpu_of_children()
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        took, took_cpu = (time.monotonic() - start) * 1e3, (cpu_of_children() - start_cpu) * 1e3
        try:
            if done.returncode != 0:
                raise ValueError
            figures = json.loads(done.stdout[done.stdout.index("{"):])["benchmarks"][0]
        except (ValueError, LookupError):
            print(f"perf: {' '.join(command)} failed (status {done.returncode}): "
                  f"{done.stderr.strip()[-300:]}", file=sys.stderr)
            return None
        return dict(figures, process_ms=took, process_cpu_ms=took_cpu)

    def warm(self, kernel, options=()):
        """Fills the caches for `kernel` with compiled kernels, but with no certificates."""
        self.lockstep(kernel, [*options, "--certify=off"], launches=1, cache=self._warm(kernel))
        self.lockstep(kernel, OFF, launches=1, cache=self._warm(kernel))

    def _warm(self, kernel):
        return self.folder / "warm" / kernel

    def cache_without_certificates(self, kernel):
        """A new folder; the first launch of each kind is checked, and compiled code is there."""
        cache = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        shutil.copytree(self._warm(kernel), cache, dirs_exist_ok=True)
        return cache

    def lockstep(self, kernel, options=(), cache=None, more=(), quiet=False, **how):
        """As run(), under lockstep; from its report `shadow_mib`, `own_share`: the part of the launches, 0 to 1, that ran
        the application's own kernel, because they were pruned or certified, `errors`: how many it found, and
        `unchecked`: what it says was not checked, which goes to stderr, and errors too unless `quiet`. `more`: for its
        environment."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        prefix = [self.build / "bin/lockstep", "run", "--quiet", "--error-exitcode=0",
                  "--format=json", f"--report={report}", *options, "--"]
        cache = cache or self._warm(kernel)
        figures = self.run(kernel, prefix, environment={"LOCKSTEP_CACHE_DIR": str(cache), **dict(more)}, **how)
        if figures is None:
            return None
        summary, unchecked = {}, []
        if report.exists():  # --quiet: there is something to say
            told = json.loads(report.read_text())
            summary = told["summary"]
            unchecked = told["not_instrumented"] + told["incomplete"]
            for what in unchecked:
                print(f"perf: {kernel}: {what}", file=sys.stderr)
            if summary["errors"] and not quiet:
                print(f"perf: {kernel}: {summary['text']}", file=sys.stderr)
        own = summary.get("launches_pruned", 0) + summary.get("launches_certified", 0)
        return dict(figures, errors=summary.get("errors", 0), shadow_mib=summary.get("shadow_bytes", 0) / 2**20,
                    own_share=own / (summary.get("launches_checked") or 1), unchecked=unchecked)


def cpu_of_children():
    """Seconds of CPU time of all processes that this one has started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def middle(samples, name):
    """The median of figure `name` over the runs that worked; None if there is none."""
    values = [sample[name] for sample in samples if sample and sample.get(name) is not None]
    return statistics.median(values) if values else None


def ratio(a, b):
    return a / b if a is not None and b else None


def geomean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def show(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def put_into(path, command, lines):
    """Replaces what stands in `path` between the markers of `command`."""
    text = path.read_text()
    begin, end = f"<!-- generated: {command} -->\n", "<!-- end -->"
    at = text.index(begin) + len(begin)
    path.write_text(text[:at] + "\n".join(lines) + "\n" + text[text.index(end, at):])
