#!/usr/bin/python3
"""Runs the recipes of ci.md with an installed tree, on programs without a race, and shows that they fail with one.

Usage: check_ci.py --build DIR --app FILE.c ci.md
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RACE = "data race: two unordered writes"
APT = "apt-get update && apt-get install "  # not run: of the system
TESTS = '''
import numpy
import pyopencl
import pytest

SOURCE = """kernel void racy(global int* a) { a[get_global_id(0) / 2] = get_global_id(0); }
kernel void clean(global int* a) { a[get_global_id(0)] = get_global_id(0); }"""


def launch(name):
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 256)
    getattr(pyopencl.Program(context, SOURCE).build(), name)(queue, (64,), (16,), buffer)
    queue.finish()


def test_clean():
    launch("clean")


@pytest.mark.skip
def test_skipped():
    launch("racy")
'''
RACY_TESTS = TESTS + '''

@pytest.mark.parametrize("name", ["racy", "clean"])
class TestKernels:
    def test_it(self, name):
        launch(name)


def test_own_failure():
    assert 1 == 2


@pytest.mark.xfail
def test_expected_to_fail():
    launch("racy")
    assert False


def test_crash():
    import os
    os.kill(os.getpid(), 9)
'''


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


class Recipes:
    """A project of its own, beside an installed tree."""

    def __init__(self, options, folder):
        self.problems, self.folder, self.text = [], folder, options.page.read_text(encoding="utf-8")
        self.prefix = folder / "prefix"
        subprocess.run(["cmake", "--install", options.build, "--prefix", self.prefix], check=True, stdout=subprocess.DEVNULL)
        self.project = folder / "project"
        self.project.mkdir()
        shutil.copy(options.app, self.project / "app.c")
        path = os.pathsep.join([str(self.prefix / "bin"), "/usr/bin", os.environ["PATH"]])
        self.env = {**os.environ, "PATH": path, "CMAKE_PREFIX_PATH": str(self.prefix)}
        self.head = "cmake_minimum_required(VERSION 3.22)\nproject(recipes LANGUAGES C)\n" + blocks(self.text, "cmake")[0]

    def run(self, command, status, *said):
        command = command.replace("/usr/share/lockstep", str(self.prefix / "share/lockstep"))
        done = subprocess.run(["sh", "-c", command], cwd=self.project, env=self.env, capture_output=True, text=True, check=False)
        output = done.stdout + done.stderr
        lacking = [text for text in said if text not in output]
        if (done.returncode != 0) != (status != 0) or lacking:
            self.problems.append(f"{command}: status {done.returncode}, not said: {lacking}\n{output}")
        return output

    def lists(self, tests):
        (self.project / "CMakeLists.txt").write_text(self.head + tests)

    def write_tests(self, text):
        (self.project / "test_recipe.py").write_text(text)

    def commands(self):
        return [line for block in blocks(self.text, "sh") for line in block.splitlines() if line]


def check_page(recipes):
    """The commands as they stand there, on a project without a race."""
    recipes.lists("")
    recipes.write_tests(TESTS)
    commands = recipes.commands()
    for command in sorted(commands, key=lambda line: not line.startswith("cmake")):  # build first
        recipes.run(command, 0)
    written = {re.sub(r"^\s*- (run: )?", "", line) for block in blocks(recipes.text, "yaml") for line in block.splitlines()
               if re.match(r"\s*- (run: |[a-z-]+ )", line)}
    other = [line for line in written if line not in commands and not line.startswith(APT)]
    if other or not written:
        recipes.problems.append(f"yaml has commands that were not run: {other}")
    for name in ("lockstep.xml", "lockstep.sarif", "lockstep.html"):
        if not (recipes.project / name).exists():
            recipes.problems.append(f"{name} was not written")


def check_ctest(recipes):
    recipes.lists('lockstep_add_test(NAME racy COMMAND app race)\n'
                  'lockstep_add_test(NAME "allowed; race" COMMAND app race OPTIONS --fail-on=incomplete --quiet)\n'
                  'lockstep_add_test(NAME own COMMAND ${CMAKE_COMMAND} -E false WORKING_DIRECTORY ${CMAKE_BINARY_DIR})\n')
    recipes.run("cmake -S . -B out && cmake --build out", 0)
    output = recipes.run("ctest --test-dir out -L lockstep --output-on-failure", 8, RACE, "test      racy")
    failed = re.findall(r"^\s*\d+ - (.*?) \(Failed\)", output, re.MULTILINE)
    if sorted(failed) != ["own", "racy"] or output.count(RACE) != 1:
        recipes.problems.append(f"ctest: these failed: {failed}\n{output}")
    recipes.lists("lockstep_add_test(NAME lacking)\n")
    recipes.run("cmake -S . -B out", 1, "NAME and COMMAND must be given")


def check_pytest(recipes):
    recipes.write_tests(RACY_TESTS)
    command = next(line for line in recipes.commands() if "pytest" in line)
    output = recipes.run(command + " -rA", 1, "4 failed, 2 passed, 1 skipped", "test      test_recipe.py::TestKernels::test_it[racy]",
                         "assert 1 == 2", "the process of this test ended with status ")
    failed = sorted(re.findall(r"^FAILED \S+::(\S+)", output, re.MULTILINE))
    if failed != ["test_crash", "test_expected_to_fail", "test_it[racy]", "test_own_failure"] or RACE not in output:
        recipes.problems.append(f"pytest: these failed: {failed}\n{output}")
    recipes.run(command.replace(" --lockstep", "") + " -k racy", 0, "1 passed")
    recipes.run(command + " -k racy --lockstep-option=--max-findings=no", 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--app", required=True, type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        recipes = Recipes(options, pathlib.Path(name).resolve())
        for check in (check_page, check_ctest, check_pytest):
            check(recipes)
    print("\n".join(recipes.problems))
    return 1 if recipes.problems else 0


if __name__ == "__main__":
    sys.exit(main())
