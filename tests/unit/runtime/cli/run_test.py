"""`lockstep run` around programs that are no OpenCL programs: statuses, signals, reports.

usage: run_test.py LOCKSTEP
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

LOCKSTEP = ""
EMPTY = "lockstep: summary: nothing to check: OpenCL was not used (no context was created)\n"


def lockstep(*words, **more):
    env = dict(os.environ, **more.pop("env", {}))
    return subprocess.run([LOCKSTEP, *words], capture_output=True, text=True, env=env, timeout=60,
                          **more)


class CommandLine(unittest.TestCase):
    def test_help_and_version(self):
        for words in (["--help"], ["run", "--help"], ["kernel", "--help"], ["doctor", "--help"],
                      ["explain", "--help"]):
            done = lockstep(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
            self.assertIn("lockstep", done.stdout)
        for word in ("--version", "version", "-V"):
            self.assertRegex(lockstep(word).stdout, 
                             r"^lockstep \d+\.\d+\.\d+\nbuilt from (commit [0-9a-f]{7,}(-dirty)? of \d{4}-\d\d-\d\d|sources without a commit), "
                             r"with LLVM \d+\.\d+\.\d+ and \w+ \d+\.\d+\.\d+\n$")
        for words in (["-h"], ["run", "-h"], ["kernel", "-h"], ["doctor", "-h"], ["litmus", "-h"]):
            done = lockstep(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
            self.assertEqual(done.stdout, lockstep(*words[:-1], "--help").stdout)

    def test_short_forms(self):
        self.assertEqual(lockstep("run", "-q", "--", "true").stderr, "")
        self.assertEqual(lockstep("run", "-v", "--", "true").stderr,
                         lockstep("run", "--verbose", "--", "true").stderr)

    def test_what_was_meant_is_said(self):
        for words, meant in ((["rnu"], "'run'"), (["kernle"], "'kernel'"), (["docter"], "'doctor'"),
                             (["verison"], "'version'"), (["./app"], "`lockstep run -- ./app`"),
                             (["x.cl"], "`lockstep kernel x.cl`"), (["x.litmus"], "`lockstep litmus x.litmus`"),
                             (["run", "--qiet", "true"], "'--quiet'"), (["run", "-quiet", "true"], "'--quiet'"),
                             (["run", "--fromat=json", "true"], "'--format'"),
                             (["run", "--exclude=x", "true"], "'--exclude-kernel'"),
                             (["kernel", "x.cl", "--gobal=1"], "'--global'"),
                             (["kernel", "x.cl", "--buidl-options=-DX"], "'--build-options'"),
                             (["doctor", "--timout=3"], "'--timeout'"), (["explain", "erly-exit"], "'early-exit'"),
                             (["explain", "data-rase"], "'data-race'"), (["litmus", "--unrol=3"], "'--unroll'")):
            done = lockstep(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(f"; did you mean {meant}?\n", done.stderr, words)
        for words in (["walk"], ["x"], ["run", "--nonsense", "true"], ["kernel", "-z"], ["y" * 100000]):
            done = lockstep(*words)
            self.assertEqual((done.returncode, "did you mean" in done.stderr), (2, False), words[0][:9])
        self.assertIn("options stand behind the command", lockstep("--quiet", "run", "true").stderr)

    def test_wrong_usage_is_one_line_and_status_two(self):
        for words in (["walk"], ["run"], ["run", "--fromat=json", "true"], ["run", "-x", "true"],
                      ["run", "--format=xml", "true"], ["kernel"], ["kernel", "x.cl"],
                      ["kernel", "x.cl", "--global=a"], ["kernel", "/no/file.cl", "--global=1"],
                      ["kernel", "x.cl", "--global=1", "--arg=0"], ["doctor", "x"]):
            done = lockstep(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertRegex(done.stderr, r"^lockstep: [^\n]+\n$")

    def test_mistakes_in_numbers_are_said(self):
        with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
            file.write("kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n")
            file.flush()
            for words, said in ((["--global=0"], "numbers from 1 on"),
                                (["--global=4", "--local=0"], "numbers from 1 on"),
                                (["--global=4", "--fill=ones"], "--fill=ones is none of zeros, iota"),
                                (["--global=4", "--arg=0:buffer,99999999999999"],
                                 "more than half of this machine's memory"),
                                (["--global=4", "--arg=0:image2d,999999x999999,rgba:float"],
                                 "more than half of this machine's memory")):
                done = lockstep("kernel", file.name, *words)
                self.assertEqual(done.returncode, 2, words)
                self.assertRegex(done.stderr, r"^lockstep: [^\n]+\n$")
                self.assertIn(said, done.stderr)

    def test_help_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([LOCKSTEP, "--help"], stdout=full, stderr=subprocess.PIPE,
                                  text=True)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "lockstep: cannot write to stdout: No space left on device\n"))

    def test_options_end_at_the_command(self):
        done = lockstep("run", "echo", "--format=json", "--help")
        self.assertEqual(done.stdout, "--format=json --help\n")
        done = lockstep("run", "--format", "text", "--", "echo", "--", "x")
        self.assertEqual(done.stdout, "-- x\n")


class Ends(unittest.TestCase):
    def test_exit_status_is_the_programs(self):
        for status in (0, 1, 3, 66, 255):
            done = lockstep("run", "--", "sh", "-c", f"exit {status}")
            self.assertEqual((done.returncode, done.stderr), (status, EMPTY))

    def test_program_that_cannot_start(self):
        done = lockstep("run", "--", "/no/such/program")
        self.assertEqual(done.returncode, 127)
        self.assertEqual(done.stderr,
                         "lockstep: cannot run '/no/such/program': No such file or directory\n")
        self.assertEqual(lockstep("run", "--", "/etc/passwd").returncode, 126)

    def test_death_by_signal_is_reproduced(self):
        for number in (signal.SIGSEGV, signal.SIGTERM, signal.SIGKILL, signal.SIGABRT):
            done = lockstep("run", "--", "sh", "-c", f"kill -{int(number)} $$")
            self.assertEqual(done.returncode, -number)

    def test_signals_are_passed_on(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR2):
            name = number.name[3:]
            with subprocess.Popen(
                    [LOCKSTEP, "run", "--", "sh", "-c",
                     f"trap 'echo got {name}; exit 5' {name}; echo ready; "
                     "while :; do sleep 0.05; done"],
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                    start_new_session=True) as process:
                self.assertEqual(process.stdout.readline(), "ready\n")
                process.send_signal(number)
                rest = process.stdout.read()
                self.assertEqual((process.wait(timeout=30), rest), (5, f"got {name}\n"))

    def test_ignored_signals_stay_ignored(self):
        done = lockstep("run", "--", "sh", "-c", "kill -HUP $$; echo alive",
                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertEqual((done.returncode, done.stdout), (0, "alive\n"))

    def test_status_is_known_even_if_children_are_ignored(self):
        done = lockstep("run", "--", "sh", "-c", "exit 3",
                        preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual(done.returncode, 3)

    def test_stdin_and_stdout_are_the_programs(self):
        done = lockstep("run", "--", "cat", input="some text")
        self.assertEqual(done.stdout, "some text")

    def test_no_directory_of_results_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            lockstep("run", "--", "true", env={"TMPDIR": folder})
            self.assertEqual(os.listdir(folder), [])

    def test_without_a_directory_for_results_the_program_still_runs(self):
        done = lockstep("run", "--", "echo", "here", env={"TMPDIR": "/no/such/folder"})
        self.assertEqual((done.returncode, done.stdout), (0, "here\n"))


class Reports(unittest.TestCase):
    def test_report_file_and_json_without_opencl(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "r.json")
            done = lockstep("run", "--format=json", "--report=" + path, "--", "echo", "a b")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with open(path) as file:
                report = json.load(file)
            self.assertEqual(report["command"], ["echo", "a b"])
            self.assertEqual((report["tool"], report["findings"], report["launches"]),
                             ("lockstep", [], 0))

    def test_report_that_cannot_be_written_goes_to_stderr(self):
        done = lockstep("run", "--report=/no/such/folder/r", "--", "true")
        self.assertEqual(done.returncode, 0)
        self.assertIn("lockstep: --report: cannot write /no/such/folder/r", done.stderr)
        self.assertTrue(done.stderr.endswith(EMPTY))

    def test_quiet_says_nothing(self):
        self.assertEqual(lockstep("run", "--quiet", "--", "true").stderr, "")

    def test_options_in_the_environment_come_before_the_command_line(self):
        env = {"LOCKSTEP_OPTIONS": "format=json quiet"}
        self.assertTrue(lockstep("run", "--", "true", env=env).stderr.startswith("{"))
        done = lockstep("run", "--format=text", "--quiet=no", "--", "true", env=env)
        self.assertEqual(done.stderr, EMPTY)
        done = lockstep("run", "--", "true", env={"LOCKSTEP_OPTIONS": "colour=1"})
        self.assertEqual(done.returncode, 0)
        self.assertIn("did you mean 'color'? (ignored)\n", done.stderr)

    def test_a_quote_left_open_is_said_once(self):
        env = {"LOCKSTEP_OPTIONS": "quiet report='never written"}
        done = lockstep("run", "--", "true", env=env)
        self.assertEqual(
            (done.returncode, done.stderr),
            (0, "lockstep: LOCKSTEP_OPTIONS: the quote of 'report=never written is not closed"
             " (ignored)\n"))
        done = lockstep("kernel", "/dev/null", "--global=1", env=env)
        self.assertEqual(done.stderr.count("is not closed"), 1)

    def test_color_only_when_asked(self):
        self.assertNotIn("\033", lockstep("run", "--", "true").stderr)
        self.assertIn("\033", lockstep("run", "--color=always", "--", "true").stderr)

    def test_missing_library_is_one_line(self):
        done = lockstep("run", "--", "true", env={"LOCKSTEP_LIBRARY": "/no/lib.so"})
        self.assertEqual(done.returncode, 126)
        self.assertRegex(done.stderr, r"^lockstep: cannot find /no/lib.so [^\n]*\n$")


if __name__ == "__main__":
    LOCKSTEP = sys.argv.pop(1)
    unittest.main()
