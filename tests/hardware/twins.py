"""The kernels of cuda/ under lockstep and their CUDA twins under compute-sanitizer: what each finds, what
each costs."""
import json
import os
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
import expectations  # noqa: E402
import sanitizer  # noqa: E402

NAMES = ["reduction", "scan", "transpose", "histogram", "divergence"]
LAUNCHES = 50  # over which the time of one is taken
# Each finding of a barrier error is a text for every thread; this many tell enough.
PRINTED = "--print-limit=100"


def find(tool):
    return shutil.which(tool) or shutil.which(tool, path="/usr/local/cuda/bin")


def milliseconds(text):
    """The time that run_kernel or a twin prints; None if it does not."""
    match = re.search(r"^time_ms ([\d.e+-]+)$", text, re.MULTILINE)
    return float(match[1]) if match else None


def ratio(checked, native):
    return checked / native if checked and native else None


class Twins:
    """`suite` has the environment, the time limit and the folder with the programs (run)."""

    def __init__(self, suite, folder, launches=LAUNCHES):
        self.suite = suite
        self.folder = pathlib.Path(folder)
        self.launches = launches
        self.program, self.missing = None, None

    def compile(self, architecture="native"):
        """Has nvcc compile the CUDA side; on failure `missing` says why."""
        nvcc = find("nvcc")
        if nvcc is None:
            self.missing = "no nvcc on this machine"
            return
        program = self.folder / "twins"
        done = self.suite.run(nvcc, "-O3", "-lineinfo", f"-arch={architecture}", "-o", program,
                              HERE / "cuda/twins.cu")
        if done.returncode != 0:
            self.missing = f"nvcc: {(done.stderr or done.stdout).strip().splitlines()[-1:]}"
            return
        self.program = program

    def lockstep(self, path):
        """Verdict, findings and milliseconds of one OpenCL kernel, native and checked."""
        runner = self.suite.bin / "tests/run_kernel"
        kernel = expectations.Kernel(path)
        timed = {"RUN_KERNEL_TIME": str(self.launches)}
        result = {"native_ms": milliseconds(self.suite.run(runner, path, **timed).stderr)}
        for mode, options in self.suite.modes.items():
            report = self.folder / "report.json"
            if report.exists():
                report.unlink()
            command = [self.suite.bin / "lockstep", "run", "--format=json", f"--report={report}",
                       *options, "--", runner, path]
            checked = self.suite.run(*command, LOCKSTEP_OPTIONS="certify=off")
            if not report.exists():
                result.update(result="fail", why=[f"no report: {checked.stderr.strip()[-200:]}"])
                continue
            # A clean kernel may have been pruned altogether; that is what the default costs.
            content = json.loads(report.read_text())
            kernel.repeats = lambda: 1
            wrong = kernel.mismatches(content)
            if wrong or "result" not in result:
                result["result"] = "fail" if wrong else "pass"
                result["why"] = wrong
                result["findings"] = [expectations.describe(one) for one in expectations.forms(content)]
            checked = self.suite.run(*command, LOCKSTEP_OPTIONS="certify=off", **timed)
            result[f"{mode}_ms"] = milliseconds(checked.stderr)
            result[f"{mode}_ratio"] = ratio(result[f"{mode}_ms"], result["native_ms"])
        return result

    def cuda(self, name, form):
        """What racecheck and synccheck find in one twin, and what they cost."""
        if self.program is None:
            return {"result": "unavailable", "why": [self.missing]}
        native = self.suite.run(self.program, name, form, self.launches)
        result = {"native_ms": milliseconds(native.stdout)}
        if native.returncode != 0:
            return {**result, "result": "unavailable", "why": [native.stderr.strip()[-200:]]}
        tool = find("compute-sanitizer")
        for check in ("racecheck", "synccheck"):
            if tool is None:
                result[check] = {"result": "unavailable", "why": ["no compute-sanitizer here"]}
                continue
            done = self.suite.run(tool, f"--tool={check}", PRINTED, self.program, name, form,
                                  self.launches)
            parsed = sanitizer.parse(done.stdout + done.stderr)
            parsed["ms"] = milliseconds(done.stdout)
            parsed["ratio"] = ratio(parsed["ms"], result["native_ms"])
            parsed["result"] = "fail" if parsed["summary"] is None else "pass"
            if parsed["result"] == "fail":
                parsed["why"] = [f"it did not finish: {(done.stderr or done.stdout).strip()[-200:]}"]
            result[check] = parsed
        return result

    def all(self, show, only=""):
        rows = {}
        for name in NAMES:
            if not re.search(only, name):
                continue
            for form in ("racy", "fixed"):
                suffix = ".fixed" if form == "fixed" else ""
                row = {"lockstep": self.lockstep(HERE / f"cuda/{name}{suffix}.cl"),
                       "cuda": self.cuda(name, form)}
                rows[f"{name}{suffix}"] = row
                show(f"twin.{name}{suffix}", row["lockstep"].get("result", "fail"),
                     row["lockstep"].get("why", []) + [line(row)])
        return rows


def line(row):
    """One line for people: who found how much, at which price."""
    def price(value):
        return f"{value:.3g}x" if value else "no time"
    mine, cuda = row["lockstep"], row["cuda"]
    words = [f"lockstep {len(mine.get('findings', []))} findings "
             f"{price(mine.get('default_ratio'))}"]
    for check in ("racecheck", "synccheck"):
        other = cuda.get(check, cuda)
        words.append(f"{check} " + (f"{len(other['findings'])} findings {price(other['ratio'])}"
                                    if "findings" in other else "unavailable"))
    return ", ".join(words)
