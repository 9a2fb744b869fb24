"""Mistakes as a team sees them: one block each, ids, suppressions, baselines, the project's file, generated programs.

usage: mistakes_test.py LOCKSTEP SCHEMA
"""
import json
import os
import re
import subprocess
import unittest

import check_case
import jsonschema

UPDATE = "kernel void k(global int *count, global int *a) {\n  count[0] += get_global_id(0);\n}\n"
MANY = 300
RACY_LINES = "kernel void k(global int *a) {\n  int g = get_global_id(0), l = get_local_id(0);\n" + "".join(
    f"  a[{i}] += g + {i};\n" for i in range(MANY)) + "}\n"
NEIGHBOURS = "kernel void k(global int *x) {\n  int i = get_global_id(0) + 1;\n  x[i] = x[i + 1] + x[i - 1];\n}\n"
GENERATED = """import numpy, pyopencl
context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
buffer = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 256)
text = "kernel void other(global int *a) {}\\n__kernel void made(global int *a) {\\n  a[0] = get_global_id(0);\\n}\\n"
pyopencl.Program(context, text).build().made(queue, (64,), (16,), buffer)
queue.finish()
"""
LAUNCH = ("--global=64", "--local=16", "--arg=0:buffer,4096")


class MistakesTest(check_case.CheckTest):
    def report(self, *words, status, env=None):
        """The JSON report of a run in the folder, and what was said."""
        done = self.lockstep("kernel", "k.cl", *LAUNCH, "--format=json", "--report=report.json", *words, env=env)
        self.assertEqual(done.returncode, status, done.stderr)
        with open(self.path("report.json"), encoding="utf-8") as file:
            data = json.load(file)
        jsonschema.validate(data, check_case.SCHEMA)
        return data, done.stderr

    def test_one_mistake_is_one_block(self):
        for text in (UPDATE, NEIGHBOURS):
            self.write(text)
            shown = self.lockstep("kernel", "k.cl", *LAUNCH).stderr
            self.assertEqual(shown.count("lockstep: data race:"), 1, shown)
            self.assertIn("summary: 1 error in 1 launch", shown)
            report, _ = self.report(status=66)
            kinds = {(form["kind"], form["reach"]) for form in report["findings"][0]["forms"]}
            self.assertIn(("read-write", "inter-group"), kinds)
            self.assertGreater(len(kinds), 1)
        self.write(RACY_LINES)
        report, _ = self.report("--max-findings=0", status=66)
        self.assertEqual((len(report["findings"]), report["summary"]["errors"]), (MANY, MANY))
        lines = [finding["accesses"][0]["line"] for finding in report["findings"]]
        self.assertEqual(lines, list(range(3, 3 + MANY)))
        self.assertEqual(len({finding["id"] for finding in report["findings"]}), MANY)

    def test_ids_stay_where_lines_move(self):
        self.write(UPDATE)
        finding, = self.report(status=66)[0]["findings"]
        self.write("// a comment\n\n" + UPDATE.replace("count[0] +=", "count[0]  += /* all */"))
        moved, = self.report("--local=8", status=66)[0]["findings"]
        self.assertEqual(moved["id"], finding["id"])
        self.write(UPDATE.replace("count[0]", "count[1]"))
        self.assertNotEqual(self.report(status=66)[0]["findings"][0]["id"], finding["id"])
        self.assertIn(f"\n  id        {finding['id']}\n", self.lockstep(
            "kernel", self.write(UPDATE), *LAUNCH).stderr)

    def test_what_is_suppressed_is_counted_and_does_not_fail(self):
        self.write(UPDATE)
        self.write("# known since long\nrace:k object:count file:k.cl until=2999-12-31\n"
                   "rase:x\nkernel:other\nrace:k until=2000-01-01\n", "team.supp")
        report, said = self.report("--suppressions=team.supp", status=0)
        self.assertEqual((report["findings"], report["summary"]["errors"], report["summary"]["suppressed"]), ([], 0, 1))
        entry, = report["suppressed_findings"]
        self.assertRegex(entry["by"], r"team\.supp:2: race:k object:count ")
        self.assertEqual(entry["finding"]["kernel"], "k")
        self.assertRegex(report["unused_suppressions"][0], r"team\.supp:4: kernel:other$")
        self.assertRegex(said, r"(?m)^lockstep: --suppressions: team\.supp:3: 'rase' .*did you mean 'race'\? \(ignored\)$")
        self.assertRegex(said, r"(?m)^lockstep: --suppressions: team\.supp:5: expired, .*2000-01-01")
        self.assertEqual(said.count("\n"), 3, said)  # and which argument was not given
        inner = ("kernel", "--unchecked", "k.cl", *LAUNCH)
        shown = self.lockstep("run", "--suppressions=team.supp", "--", check_case.LOCKSTEP, *inner)
        self.assertRegex(shown.stderr, r"lockstep: summary: no findings in .*; 1 suppressed\n")
        self.assertRegex(shown.stderr, r"lockstep: --suppressions: team\.supp:4: kernel:other: no finding matches\n")
        self.assertEqual((shown.returncode, shown.stderr.count("no finding matches")), (0, 1), shown.stderr)
        self.write("warning race:*\n", "team.supp")
        report, _ = self.report("--suppressions=team.supp", status=0)
        self.assertEqual((report["findings"][0]["severity"], report["summary"]["warnings"]), ("warning", 1))
        self.assertIn("nothing is suppressed", self.report("--suppressions=none.supp", status=66)[1])

    def test_written_suppressions_are_read(self):
        self.write(RACY_LINES)
        self.write("# ours", "new.supp")
        words = ("--suppressions=new.supp", "--write-suppressions=new.supp")
        report, _ = self.report(*words, status=66)
        with open(self.path("new.supp"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual((lines[0], len(lines)), ("# ours", 1 + 2 * MANY))
        self.assertRegex(lines[1], r"^# data-race, read-write, kernel k: k\.cl:3:")
        self.assertEqual(lines[2], "id:" + report["findings"][0]["id"])
        report, _ = self.report(*words, status=0)
        self.assertEqual(report["summary"]["suppressed"], MANY)
        with open(self.path("new.supp"), encoding="utf-8") as file:
            self.assertEqual(file.read().splitlines(), lines)

    def test_only_what_is_new_fails_behind_a_baseline(self):
        self.write(UPDATE)
        self.report(status=66)
        os.rename(self.path("report.json"), self.path("old.json"))
        report, _ = self.report("--baseline=old.json", status=0)
        self.assertEqual((report["findings"], report["summary"]["known"]), ([], 1))
        os.rename(self.path("report.json"), self.path("older.json"))
        self.write(UPDATE.replace("}", "  a[1] = get_global_id(0);\n}"))
        words = ("--arg=1:buffer,64",)
        report, _ = self.report("--baseline=older.json", *words, status=66)
        self.assertEqual((len(report["findings"]), report["findings"][0]["memory"]["name"]), (1, "a"))
        self.assertEqual(len(report["known_findings"]), 1)
        self.write(UPDATE.replace("+= get_global_id(0)", "= 1"))
        for content in (None, "{}", '{"tool": "lockstep", "kernels": [], "findings": [{"id": 1}]}'):
            if content is not None:
                self.write(content, "bad.json")
            said = self.report("--baseline=bad.json", status=66)[1]
            self.assertEqual(len(re.findall(r"(?m)^lockstep: --baseline: .*the run fails$", said)), 1, said)

    def test_the_projects_file_holds_options(self):
        os.makedirs(self.path("sub/sub"))
        self.write(UPDATE)
        self.write("race:k\n", "team.supp")
        self.write("# agreed on\nsuppressions = team.supp  # here\nbogus = 1\nsame-value = report\n\nquiet\n", ".lockstep")
        report, said = self.report(status=0)
        self.assertEqual(report["project_file"], self.path(".lockstep"))
        self.assertEqual(report["summary"]["suppressed"], 1)
        self.assertRegex(said, r"(?m)^lockstep: \S+/\.lockstep:3: unknown option 'bogus'.*\(ignored\)$")
        self.assertNotIn("project_file", self.report("--project=none", status=66)[0])
        # The environment comes after it, the command line last.
        self.write("", "none.supp")
        self.report(status=66, env={"LOCKSTEP_OPTIONS": "suppressions=none.supp"})
        self.report("--suppressions=team.supp", status=0, env={"LOCKSTEP_OPTIONS": "suppressions=none.supp"})
        done = subprocess.run([check_case.LOCKSTEP, "run", "--quiet=no", "--", check_case.LOCKSTEP, "kernel", "--unchecked",
                               "../../k.cl", *LAUNCH], cwd=self.path("sub/sub"), capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr.count("1 suppressed")), (0, 1), done.stderr)
        self.assertIn(f"lockstep: with the options of {self.path('.lockstep')}\n", done.stderr)

    def test_generated_programs_are_called_by_their_kernels(self):
        self.write(GENERATED, "app.py")
        run = ("run", "--save-sources=kept/here", "--", "/usr/bin/python3", "app.py")
        done = self.lockstep(*run, env={"PYOPENCL_NO_CACHE": "1"})
        self.assertEqual(done.returncode, 66, done.stderr)
        place = re.search(r"write +(kept/here/other\+made\.[0-9a-f]{8}\.cl):3:8 ", done.stderr)
        self.assertTrue(place, done.stderr)
        with open(self.path(place[1]), encoding="utf-8") as file:
            self.assertEqual(file.read().splitlines()[2], "  a[0] = get_global_id(0);")
        for wrong in ("app.py/below",):
            done = self.lockstep("run", f"--save-sources={wrong}", *run[2:], env={"PYOPENCL_NO_CACHE": "1"})
            self.assertEqual((done.returncode, done.stderr.count("lockstep: --save-sources: ")), (66, 1), done.stderr)


if __name__ == "__main__":
    check_case.main()
