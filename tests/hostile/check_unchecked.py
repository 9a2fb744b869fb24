"""A run in which a launch was not checked, or not as a whole, says so, and fails if --fail-on asks for that.

Each cause is brought about here: no compiler, a compiler that is killed, a checked kernel that the driver
refuses, filters that leave nothing, more findings than a log holds.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ARGS = None

REFUSED = """#!/bin/sh
# The real compiler's image, with code in it that no driver takes; an answer is its length in a line, then the image.
image=$(mktemp)
for word; do
  shift
  case $word in --output=fd:3) word=--output=$image;; --parent=*) word=--parent=$$;; esac
  set -- "$@" "$word"
done
"{helper}" "$@" && {{ head -n 2 "$image"; echo nonsense; }} >"$image.cut" && {{ wc -c; cat "$image.cut"; }} <"$image.cut" >&3
status=$?
rm -f "$image" "$image.cut"
exit $status
"""

KERNELS = """kernel void sum(global int *a) { a[0] += 1; }
kernel void scan(global int *a) { a[1] += 1; }
"""


class Unchecked(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(ARGS.work) / self.id().split(".")[-1]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def lockstep(self, *words, **env):
        env = {"LOCKSTEP_CACHE_DIR": str(self.folder / "cache"), "LOCKSTEP_LIBRARY": ARGS.library,
               "LOCKSTEP_OPTIONS": "", "NO_COLOR": "1", **env}
        return subprocess.run([ARGS.lockstep, *map(str, words)], env={**os.environ, **env}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)

    def first_look(self, *words, kernel="reverse_racy", **env):
        return self.lockstep("run", *words, "--", f"{ARGS.examples}/first_look", kernel, **env)

    def script(self, text):
        path = self.folder / "helper"
        path.write_text(text)
        path.chmod(0o755)
        return {"LOCKSTEP_CC": str(path)}

    def expect_unchecked(self, says, **env):
        """Status 0 without --fail-on, 66 with `unchecked` in its list, and the cause in the summary."""
        for fail_on, status in (("error", 0), ("info", 0), ("incomplete", 0), ("unchecked", 66),
                                ("warning,unchecked", 66)):
            done = self.first_look(f"--fail-on={fail_on}", **env)
            self.assertEqual(done.returncode, status, (fail_on, done.stderr))
        self.assertRegex(done.stderr, r"(?m)^lockstep: summary: no findings; none of 1 launch was checked; .*"
                         + says)
        done = self.first_look("--quiet", **env)
        self.assertRegex(done.stderr, "lockstep: summary: .*" + says)
        path = self.folder / "report.json"
        self.first_look("--format=json", f"--report={path}", **env)
        report = json.loads(path.read_text())
        self.assertEqual((report["launches"], report["filtered_launches"]), (1, 0))
        self.assertEqual(report["summary"]["launches_unchecked"], 1)
        self.assertEqual([row["launches"] for row in report["not_instrumented"]], [1])

    def test_a_checked_run_passes(self):
        done = self.first_look("--fail-on=info,unchecked,incomplete", kernel="reverse")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("lockstep: summary: no findings in 1 launch of 1 kernel", done.stderr)

    def test_no_compiler(self):
        self.expect_unchecked("LOCKSTEP_CC=.*cannot be run", LOCKSTEP_CC=str(self.folder / "none"))

    def test_compiler_that_is_killed(self):
        self.expect_unchecked("died of signal 9", **self.script("#!/bin/sh\nkill -9 $$\n"))

    def test_checked_kernel_that_the_driver_refuses(self):
        self.expect_unchecked("driver", **self.script(REFUSED.format(helper=ARGS.helper)))

    def test_folders_of_kernels(self):
        (self.folder / "k").mkdir()
        (self.folder / "k" / "sum.cl").write_text("//launch: global=1\n" + KERNELS)
        for words, status in ((["--fail-on=unchecked"], 66), ([], 0)):
            done = self.lockstep("kernel", *words, "k", LOCKSTEP_CC=str(self.folder / "none"))
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertIn("2 not instrumented", done.stdout)

    def test_more_than_a_log_holds(self):
        lines = "".join(f"  a[{i}] = 7;\n" for i in range(80))  # equal values: no error, but an entry each
        (self.folder / "many.cl").write_text(f"kernel void many(global int *a) {{\n{lines}}}\n")
        for fail_on, status in (("error", 0), ("warning,unchecked", 0), ("incomplete", 66)):
            done = self.lockstep("kernel", "many.cl", "--global=8", "--local=8", "--log-slots=64",
                                 "--kernel=many", "--arg=0:buffer,4096", f"--fail-on={fail_on}")
            self.assertIn("lockstep: incomplete: ", done.stderr)
            self.assertEqual(done.returncode, status, done.stderr)

    def test_filters_that_leave_nothing(self):
        for option, words in (
                ("--kernel=typo", "--kernel=typo, which matches none of the kernels seen: reverse_racy, "
                                  "smooth_divergent"),
                ("--exclude-kernel=.", "--exclude-kernel=., which leaves none of the kernels seen: "
                                       "reverse_racy, smooth_divergent")):
            for fail_on, status in (("error", 0), ("unchecked", 66)):
                done = self.lockstep("run", option, f"--fail-on={fail_on}", "--",
                                     f"{ARGS.examples}/first_look", "reverse_racy", "smooth_divergent")
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertIn(f"lockstep: summary: no findings; 2 launches left out by {words}\n", done.stderr)
            done = self.lockstep("run", option, "--quiet", "--", f"{ARGS.examples}/first_look", "reverse_racy")
            self.assertIn("left out by", done.stderr)

    def test_filters_that_leave_something(self):
        done = self.lockstep("run", "--kernel=smooth", "--fail-on=unchecked", "--exclude-kernel=typo", "--",
                             f"{ARGS.examples}/first_look", "reverse_racy", "smooth")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"(?m)^lockstep: summary: no findings in 1 launch of 1 kernel( \(1 \w+\))?; "
                         "1 launch left out by --kernel=smooth; --exclude-kernel=typo matches none of the "
                         "kernels seen: reverse_racy, smooth$")
        path = self.folder / "report.json"
        self.lockstep("run", "--kernel=smooth", "--format=json", f"--report={path}", "--",
                      f"{ARGS.examples}/first_look", "reverse_racy", "smooth")
        report = json.loads(path.read_text())
        self.assertEqual((report["launches"], report["filtered_launches"]), (2, 1))
        self.assertEqual(report["summary"]["launches_unchecked"], 0)

    def test_launches_that_are_chosen(self):
        names = ["reverse_racy"] * 3 + ["smooth"] + ["reverse_racy"] * 2  # launches 1 to 6
        for options, errors, says in (
                (["--launch=2,4-5"], 1, "in 3 launches of 2 kernels( .*)?; 3 launches left out by --launch=2,4-5"),
                (["--launch=4"], 0, "in 1 launch of 1 kernel( .*)?; 5 launches left out by --launch=4"),
                (["--launch-skip=3", "--launch-count=1"], 0,
                 "in 1 launch of 1 kernel( .*)?; 2 launches left out by --launch-count=1; 3 launches left out by --launch-skip=3"),
                (["--kernel=reverse", "--launch-skip=4"], 1,
                 "in 1 launch of 1 kernel; 1 launch left out by --kernel=reverse; 4 launches left out by --launch-skip=4"),
                (["--sample=1/2"], 1, "in 4 launches of 2 kernels( .*)?; 2 launches left out by --sample=1/2"),
                (["--source=nothing"], 0, "; 6 launches left out by --source=nothing"),
                (["--queue=2-"], 0, "; 6 launches left out by --queue=2-"),
                (["--queue=1"], 1, "in 6 launches of 2 kernels( .*)?"),
                (["--thread=nobody"], 0, "; 6 launches left out by --thread=nobody"),
                (["--source=.", "--thread=^first_look"], 1, "in 6 launches of 2 kernels( .*)?")):
            done = self.lockstep("run", *options, "--", f"{ARGS.examples}/first_look", *names)
            self.assertEqual(done.returncode, 66 if errors else 0, (options, done.stderr))
            found = f"{errors} error" if errors else "no findings"
            self.assertRegex(done.stderr, rf"(?m)^lockstep: summary: {found}.*{says}$", options)
        done = self.lockstep("run", "--launch-skip=9", "--fail-on=unchecked", "--", f"{ARGS.examples}/first_look", "smooth")
        self.assertEqual(done.returncode, 66, "of what leaves nothing --fail-on=unchecked is told")
        # Of two queues the program launches in the second one.
        for queue, says in ((1, r"no findings; 6 launches left out by --queue=1"), (2, r"no findings in 6 launches of 1 kernel( .*)?")):
            done = self.lockstep("run", f"--queue={queue}", "--", f"{ARGS.examples}/two_queues")
            self.assertRegex(done.stderr, f"(?m)^lockstep: summary: {says}$")
        for wrong in ("queue=0", "queue=first", "launch=", "launch=0", "launch=5-3", "launch=a", "launch=-", "launch=1,", "sample=2", "sample=1/0",
                      "launch-skip=x"):
            done = self.lockstep("run", f"--{wrong}", "--", "true")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), (wrong, done.stderr))
        self.assertIn("option launch is a list, with commas, of numbers (3) and ranges of them (5-9, 20-), counted from 1, not '5-3'",
                      self.lockstep("run", "--launch=5-3", "--", "true").stderr)

    def test_the_first_error_ends_the_program(self):
        names = ["smooth", "reverse_racy", "smooth_divergent", "smooth"]
        path = self.folder / "report.json"
        for options, launches in (([], 4), (["--halt-on-error"], 2), (["--halt-on-error", "--kernel=divergent"], 1)):
            done = self.lockstep("run", *options, "--format=json", f"--report={path}", "--", f"{ARGS.examples}/first_look", *names)
            self.assertEqual(done.returncode, 66, done.stderr)
            summary = json.loads(path.read_text())["summary"]
            self.assertEqual((summary["launches_checked"], "the program was ended there (--halt-on-error)" in summary["text"]),
                             (launches, bool(options)))
        done = self.lockstep("run", "--halt-on-error", "--", f"{ARGS.examples}/first_look", "smooth", "smooth")
        self.assertEqual((done.returncode, "was ended" in done.stderr), (0, False), "nothing to end it for")

    def test_words_that_are_none(self):
        done = self.first_look("--fail-on=unchecked,typo")
        self.assertEqual(done.returncode, 2)
        self.assertIn("option fail-on is a list, with commas, of error, warning, info, unchecked, incomplete, "
                      "not 'unchecked,typo'", done.stderr)


def main():
    global ARGS
    parser = argparse.ArgumentParser()
    for name in ("lockstep", "library", "helper", "examples", "work"):
        parser.add_argument(f"--{name}", required=True)
    ARGS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
