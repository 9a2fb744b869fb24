#!/usr/bin/python3
"""What `lockstep --man` and `lockstep --completions=SHELL` write: whole, well-formed, and in bash tried.

Usage: check_made.py LOCKSTEP
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
LOCKSTEP = ""
SHELLS = ("bash", "zsh", "fish")


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=30, check=False, **more)


def options():
    """Command -> its options, as its help lists them."""
    names = re.findall(r"^  (\w+) +\w", run(LOCKSTEP, "--help").stdout, re.MULTILINE)
    commands = [name for name in names if name not in ("version", "lockstep")]
    return {name: re.findall(r"^  (?:-\w, )?--([\w-]+)", run(LOCKSTEP, name, "--help").stdout, re.MULTILINE)
            for name in commands}


class Made(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.options = options()
        self.assertLess({"run", "kernel", "doctor", "explain"}, set(self.options))

    def made(self, *words):
        done = run(LOCKSTEP, *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        path = self.folder / words[0].strip("-").replace("=", ".")
        path.write_text(done.stdout)
        return done.stdout, str(path)

    def test_the_manual_page(self):
        text, path = self.made("--man")
        self.assertTrue(text.isascii())
        self.assertRegex(text, r'^\.\\".*\n\.TH LOCKSTEP 1 ')
        for section in ("NAME", "SYNOPSIS", "COMMANDS", "OPTIONS", "EXIT STATUS"):
            self.assertIn(f"\n.SH {section}\n", text)
        for command, names in self.options.items():
            self.assertIn(f"\n.SS lockstep {command}\n", text)
            for name in names:
                if name != "help":
                    self.assertIn("\\fB\\-\\-" + name.replace("-", "\\-") + "\\fR", text, command)
        requests = set(re.findall(r"^([.'].*?)(?: |$)", text, re.MULTILINE))
        self.assertLessEqual(requests, {'.\\"', ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".br", ".nf", ".fi"})
        if shutil.which("groff"):
            done = run("groff", "-man", "-Tutf8", "-ww", path)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_each_shell_has_each_option(self):
        for shell in SHELLS:
            text, path = self.made("--completions=" + shell)
            for command, names in self.options.items():
                for name in names:
                    if name != "help":
                        dashes = f"-l {name} " if shell == "fish" else f"--{name}"
                        self.assertIn(dashes, text, (shell, command))
            if shutil.which(shell):
                done = run(shell, "-n", path)
                self.assertEqual((done.returncode, done.stderr), (0, ""), shell)
        self.assertEqual(run(LOCKSTEP, "--completions=tcsh").returncode, 2)

    def test_quotes_are_closed(self):
        """Of the lines for zsh and fish: all that is not between single quotes is harmless to any shell."""
        for shell in ("zsh", "fish"):
            for line in self.made("--completions=" + shell)[0].splitlines():
                if not line.lstrip().startswith(("complete ", "'")):
                    continue
                outside = re.sub(r"'[^']*'|\\'", "", line)
                self.assertNotRegex(outside, r"['\"`$&;<>|()]" if shell == "fish" else r"['\"`&<>|]", line)

    def test_bash(self):
        _, path = self.made("--completions=bash")
        (self.folder / "kernels.cl").write_text("")
        cases = {
            "lockstep ": {*self.options, "help", "version", "--help", "--version", "--include-dir"},
            "lockstep ru": {"run"},
            "lockstep run --launch-": {"--launch-skip=", "--launch-count=", "--launch-timeout="},
            "lockstep run --launch": {"--launch=", "--launch-skip=", "--launch-count=", "--launch-timeout="},
            "lockstep doctor -": {"--timeout=", "--help"},
            "lockstep kernel --buil": {"--build-options="},
            "lockstep run --color =": {"auto", "always", "never"},
            "lockstep run --color = n": {"never"},
            "lockstep run --color n": {"never"},
            "lockstep run --report = kern": {"kernels.cl"},
            "lockstep kernel kern": {"kernels.cl"},
            "lockstep explain early": {"early-exit"},
            "lockstep explain data": {"data-race"},
            "lockstep run --format = json ls kern": {"kernels.cl"},
            "lockstep run --format json ls kern": {"kernels.cl"},
            "lockstep run --quiet -- ls kern": {"kernels.cl"},
            "lockstep run --quiet -- ls --fo": set(),
            "lockstep run --no-such-opt": set(),
        }
        done = run("bash", str(HERE / "complete.bash"), path, input="".join(line + "\n" for line in cases), cwd=self.folder)
        self.assertEqual(done.stderr, "")
        offered = dict(zip(cases, (set(line.split()) for line in done.stdout.split("\n"))))
        self.assertEqual(offered, cases)
        done = run("bash", str(HERE / "complete.bash"), path, input="lockstep run --quiet -- bas\n", cwd=self.folder)
        self.assertIn("bash", done.stdout.split())


if __name__ == "__main__":
    LOCKSTEP = sys.argv.pop(1)
    unittest.main()
