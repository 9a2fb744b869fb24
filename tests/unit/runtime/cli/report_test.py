"""`--report=FORM:FILE` and `lockstep report`: several forms at once, and reports merged, converted and compared.

usage: report_test.py LOCKSTEP SCHEMA GOLDEN FOLDER_OF_SARIF_TEST KERNELS
"""
import json
import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree

import check_case
import jsonschema

GOLDEN = os.path.abspath(sys.argv.pop(3))
sys.path.insert(0, os.path.abspath(sys.argv.pop(3)))
KERNELS = os.path.abspath(sys.argv.pop(3))
import html_test  # noqa: E402
import sarif_test  # noqa: E402

HOSTILE = 'a"><script>&\x1b[31m.cl'


class ReportTest(check_case.CheckTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(GOLDEN, "full.json"), encoding="utf-8") as file:
            report = json.load(file)
        # Races between commands are of no kernel, which most here is about; commands.* and page.browser have them.
        findings = [finding for finding in report["findings"] if finding["rule"] != "command-race"]
        report["summary"]["errors"] -= sum(one["rule"] == "command-race" and one["severity"] == "error"
                                           for one in report["findings"])
        report["findings"] = findings
        with open(self.path("full.json"), "w", encoding="utf-8") as file:
            json.dump(report, file)

    def load(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def sarif(self, name):
        log = self.load(name)
        sarif_test.check(log)
        return log["runs"][0]

    def page(self, name):
        """A page of findings, as its elements, and as it is."""
        with open(self.path(name), encoding="utf-8", newline="") as file:
            text = file.read()
        return html_test.check(text), text

    def other(self, name, change):
        """full.json, changed."""
        report = self.load("full.json")
        change(report)
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(report, file)

    def test_several_forms_at_once(self):
        self.write(check_case.RACE)
        done = self.lockstep("kernel", "k.cl", "--global=64", "--local=16", "--report=sarif:a.sarif", "--report=text:%p.txt",
                             "--report=json:a.json", "--color=always")
        self.assertEqual(done.returncode, 66, done.stderr)
        report, run = self.load("a.json"), self.sarif("a.sarif")
        jsonschema.validate(report, check_case.SCHEMA)
        ids = [result["partialFingerprints"]["lockstepId/v1"] for result in run["results"]]
        self.assertEqual(ids, [finding["id"] for finding in report["findings"]])
        self.assertIn("data race", done.stderr)
        self.assertEqual(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "k.cl")
        text, = [name for name in os.listdir(self.folder.name) if name.endswith(".txt")]
        with open(self.path(text), encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("lockstep: data race:"), "the file has colours")
        # What was written is what `lockstep report` writes.
        done = self.lockstep("report", "a.json", "--report=sarif:b.sarif", "--report=json:b.json")
        self.assertEqual((done.returncode, done.stderr), (66, ""))
        self.assertEqual(self.load("b.sarif"), self.load("a.sarif"))
        self.assertEqual(self.load("b.json"), self.load("a.json"))

    def test_launches_have_their_arguments_and_runs_their_environment(self):
        self.write("typedef struct { int a[40]; } large;\n"
                   "kernel void k(global int *a, int n, float f, uchar4 v, double d, large s, local int *t) {\n"
                   "  a[get_global_id(0) / 2] = get_global_id(0) + n + (int)f + v.x + (int)d + s.a[1] + N;\n"
                   "}\n")
        done = self.lockstep("kernel", "k.cl", "--global=64", "--local=16", "--build-options=-DN=3", "--report=json:a.json",
                             "--arg=n:int:-7", "--arg=f:float:1.5", "--arg=v:uchar4:1,2,3,255", "--arg=d:double:1e300",
                             "--arg=s:bytes:" + 160 * "00", "--arg=t:local:64", env={"LP_NUM_THREADS": "2"})
        self.assertEqual(done.returncode, 66, done.stderr)
        report = self.load("a.json")
        jsonschema.validate(report, check_case.SCHEMA)
        finding = report["findings"][0]
        found = {one.pop("name"): one for one in finding["arguments"]}
        self.assertEqual(list(found), ["a", "n", "f", "v", "d", "s", "t"])
        self.assertEqual(found["a"].pop("object"), 1)
        self.assertEqual(found["a"], {"type": "int*", "space": "global", "size": 256})
        self.assertEqual(found["n"], {"type": "int", "space": "private", "size": 4, "value": "f9ffffff", "number": -7})
        self.assertEqual(found["f"]["number"], 1.5)
        self.assertEqual((found["v"]["value"], found["v"]["number"]), ("010203ff", None))
        self.assertEqual(found["d"]["number"], 1e300)
        self.assertEqual((found["s"]["size"], found["s"]["value"]), (160, None))
        self.assertEqual(found["t"], {"type": "int*", "space": "local", "size": 64})
        self.assertIn("-DN=3", finding["build_options"])
        self.assertEqual(report["environment"]["LP_NUM_THREADS"], "2")
        self.assertNotIn("PATH", report["environment"])
        self.lockstep("report", "a.json", "--report=json:b.json")
        self.assertEqual(self.load("b.json"), self.load("a.json"))

    def test_the_example_of_a_reader(self):
        self.write(check_case.RACE)
        self.lockstep("kernel", "k.cl", "--global=64", "--local=16", "--report=json:a.json")
        reader = os.path.join(os.path.dirname(check_case.__file__), "../../../../examples/read_report.py")
        done = subprocess.run([sys.executable, reader, self.path("a.json")], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        finding = self.load("a.json")["findings"][0]
        self.assertIn(f"{finding['id']} error write-write in k launch 1\n", done.stdout)
        self.assertIn("  write k.cl:2 by work-item [0, 0, 0]\n", done.stdout)
        self.assertIn("  global [64, 1, 1] local [16, 1, 1]\n  a: 256 bytes\n", done.stdout)

    def test_junit_has_a_test_for_each_kernel(self):
        self.lockstep("report", "full.json", "--report=junit:j.xml")
        suite = xml.etree.ElementTree.parse(self.path("j.xml")).getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("2", "1", "1"))
        checked, skipped = suite.findall("testcase")
        report = self.load("full.json")
        errors = [finding for finding in report["findings"] if finding["severity"] == "error"]
        self.assertEqual([failure.get("type") for failure in checked.findall("failure")],
                         [finding["kind"] for finding in errors])
        for finding, failure in zip(errors, checked.findall("failure")):
            self.assertIn("id        " + finding["id"], failure.text)
        for finding in report["findings"]:
            if finding not in errors:
                self.assertIn(finding["id"], checked.find("system-out").text)
        self.assertEqual(skipped.find("skipped").get("message"), "it recurses")
        self.assertIn("incomplete: k: accesses outside", suite.find("system-out").text)

    def test_a_page_has_a_card_for_each_finding(self):
        self.lockstep("report", "full.json", "--report=html:p.html")
        reader, text = self.page("p.html")
        html_test.try_broken(text)
        findings = self.load("full.json")["findings"]
        cards = html_test.cards(reader)
        self.assertEqual([(card["id"], card["data-rule"], card["data-severity"], card["data-kernel"]) for card in cards],
                         [("f-" + one["id"], one["rule"], one["severity"], one["kernel"]) for one in findings])
        for kind in {one["kind"] for one in findings}:
            self.assertIn("kind-" + kind, reader.ids)
        said = " ".join("".join(reader.text).split())
        for finding in findings:
            for text in (finding["why"], finding["repair"], finding["accesses"][1]["snippet"].strip()):
                self.assertIn(" ".join(text.split()), said)
        for text in ("k2: it recurses", "accesses outside every known memory object: 12", "./app 'an argument'", "a device"):
            self.assertIn(text, said)
        self.lockstep("report", "full.json", "--report=html:again.html")
        with open(self.path("again.html"), encoding="utf-8", newline="") as file:
            self.assertEqual(file.read(), self.page("p.html")[1])

    def test_a_page_of_a_kernel_that_ran(self):
        """With the source lines around both sides, the barriers passed, and what they touched."""
        kernel = os.path.join(KERNELS, "barriers", "flag-global-data.cl")
        self.lockstep("kernel", kernel, "--report=html:p.html", "--report=json:p.json")
        reader, text = self.page("p.html")
        report = self.load("p.json")
        jsonschema.validate(report, check_case.SCHEMA)
        first = report["findings"][0]
        self.assertEqual([card["id"] for card in html_test.cards(reader)], ["f-" + one["id"] for one in report["findings"]])
        with open(kernel, encoding="utf-8") as file:
            lines = file.read().splitlines()
        for access in first["accesses"]:
            line = access["line"]
            self.assertEqual(access["snippet"], lines[line - 1])
            self.assertEqual(access["before"], lines[max(line - 4, 0):line - 1])
            self.assertEqual(access["after"], lines[line:line + 3])
            self.assertIn(f"interval {access['interval']}</text>", text)
        self.assertIn(report["devices"][0]["driver"], text)
        # What is read again has all of it.
        self.lockstep("report", "p.json", "--report=html:again.html")
        self.assertEqual(self.page("again.html")[1], text)

    def test_pages_of_nothing_and_of_many_kernels(self):
        self.write("//launch: global=64 local=16\n" + check_case.RACE)
        self.write("//launch: global=64 local=16\nkernel void c(global int *a) {}\n", "c.cl")
        self.lockstep("kernel", "c.cl", "--report=html:c.html")
        self.assertIn("<h1>No findings</h1>", self.page("c.html")[1])
        self.lockstep("kernel", "k.cl", "c.cl", "--report=html:all.html")
        reader, _ = self.page("all.html")
        self.assertEqual(len(html_test.cards(reader)), 1)
        self.assertIn("processes", reader.ids)
        self.lockstep("run", "--report=html:n.html", "--", "true")
        self.assertIn("<h1>Nothing was checked</h1>", self.page("n.html")[1])

    def test_forms_of_many_kernels(self):
        self.write("//launch: global=64 local=16\n" + check_case.RACE)
        self.write("//launch: global=64 local=16\nkernel void c(global int *a) {}\n", "c.cl")
        done = self.lockstep("kernel", "k.cl", "c.cl", "--report=sarif:a.sarif")
        self.assertEqual(done.returncode, 66, done.stderr + done.stdout)
        run = self.sarif("a.sarif")
        self.assertEqual((len(run["results"]), len(run["invocations"])), (1, 2))

    def test_bad_forms_and_places_are_one_line(self):
        for value, said in (("sarfi:a", "no form (text, json, sarif"), ("sarif:", "needs a file"), ("json:-", "needs a file")):
            done = self.lockstep("run", "--report=" + value, "--", "true")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(said, done.stderr)
        self.assertEqual(os.listdir(self.folder.name), ["full.json"])
        done = self.lockstep("run", "--report=sarif:no/where", "--report=./a:b", "--", "true")
        self.assertEqual(done.returncode, 0)
        self.assertIn("lockstep: --report=sarif: cannot write", done.stderr)
        with open(self.path("a:b"), encoding="utf-8") as file:
            self.assertIn("nothing to check", file.read())

    def test_a_report_is_read_again(self):
        done = self.lockstep("report", "full.json")
        self.assertEqual((done.returncode, done.stderr), (66, ""))
        self.assertIn(f"summary: {self.load('full.json')['summary']['errors']} error", done.stdout)
        self.assertEqual(self.lockstep("report", "full.json", "--error-exitcode=7").returncode, 7)
        self.assertEqual(self.lockstep("report", "full.json", "--baseline=full.json").returncode, 0)
        self.assertEqual(self.lockstep("report", "full.json", "--baseline=full.json", "--fail-on=incomplete").returncode, 66)
        with open(self.path("s.supp"), "w", encoding="utf-8") as file:
            file.write("kernel:k\n")
        done = self.lockstep("report", "full.json", "--suppressions=s.supp", "--report=sarif:s.sarif")
        self.assertEqual(done.returncode, 0, done.stdout)
        results = self.sarif("s.sarif")["results"]
        self.assertTrue(results)
        for result in results:
            self.assertEqual(result["suppressions"], [{"kind": "external", "justification": "s.supp:1: kernel:k"}])

    def test_reports_are_merged(self):
        def change(report):
            report["pid"] = 4712
            del report["findings"][0]
            report["summary"]["errors"] -= 1
        self.other("two.json", change)
        done = self.lockstep("report", "full.json", "two.json", "--format=json")
        merged = json.loads(done.stdout)
        jsonschema.validate(merged, check_case.SCHEMA)
        self.assertEqual((done.returncode, len(merged["processes"])), (66, 2))
        self.assertEqual([len(finding["processes"]) for finding in merged["findings"]].count(1), 1)
        with open(self.path("m.json"), "w", encoding="utf-8") as file:
            file.write(done.stdout)
        self.assertEqual(self.lockstep("report", "m.json", "--format=json").stdout, done.stdout)

    def test_two_reports_are_compared(self):
        def change(report):
            del report["findings"][0]
            report["summary"]["errors"] -= 1
        self.other("new.json", change)
        done = self.lockstep("report", "--diff", "full.json", "new.json", "--report=sarif:d.sarif", "--report=json:d.json")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(done.stdout.count("lockstep: gone: "), 1)
        self.assertIn("1 gone (--diff)", done.stdout)
        states = [result["baselineState"] for result in self.sarif("d.sarif")["results"]]
        self.assertEqual((states.count("absent"), states.count("new")), (1, 0))
        jsonschema.validate(self.load("d.json"), check_case.SCHEMA)
        done = self.lockstep("report", "--diff", "new.json", "full.json")
        self.assertEqual(done.returncode, 66)
        self.assertEqual(done.stdout.count("lockstep: data race:") + done.stdout.count("lockstep: barrier divergence:"), 1)

    def test_what_cannot_be_read_is_said_and_fails(self):
        with open(self.path("bad.json"), "w", encoding="utf-8") as file:
            file.write("{")
        self.other("old.json", lambda report: report.update(schema_version=1))
        self.other("odd.json", lambda report: report["findings"][0]["forms"][0].update(launch=-1))
        for name in ("bad.json", "old.json", "odd.json", "gone.json", "."):
            done = self.lockstep("report", name, "full.json")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("it is left out", done.stderr)
            self.assertIn(f"summary: {self.load('full.json')['summary']['errors']} error", done.stdout)
            self.assertEqual(self.lockstep("report", name).returncode, 2)
        self.other("half.json", lambda report: report.pop("time"))
        self.assertIn("half.json cannot be read as a report: key 'time' not found; it is left out\n",
                      self.lockstep("report", "half.json").stderr)
        for words in (["--suppressions=gone"], ["--error-exitcode=0", "--write-suppressions=."]):
            done = self.lockstep("report", "full.json", *words)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([check_case.LOCKSTEP, "report", self.path("full.json")], stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "lockstep: --report: cannot write to stdout: No space left on device\n"))
        for words in ([], ["--diff", "full.json"], ["--nonsense", "full.json"], ["--prune=on", "full.json"]):
            done = self.lockstep("report", *words)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))

    def test_names_from_outside_stay_text(self):
        def change(report):
            for finding in report["findings"]:
                for form in [finding] + finding["forms"]:
                    form["kernel"] = HOSTILE
                    for access in form["accesses"]:
                        access["file"] = HOSTILE
        self.other("hostile.json", change)
        done = self.lockstep("report", "hostile.json", "--report=sarif:h.sarif", "--verbose")
        self.assertNotIn("\x1b", done.stdout)
        done = self.lockstep("report", "hostile.json", "--report=junit:h.xml")
        suite = xml.etree.ElementTree.parse(self.path("h.xml")).getroot().find("testsuite")
        names = {case.get("name") for case in suite.findall("testcase") if case.find("failure") is not None}
        self.assertEqual(names, {HOSTILE.replace("\x1b", "\\x1b")})
        self.lockstep("report", "hostile.json", "--report=html:h.html")
        self.assertIn("&lt;script&gt;&amp;\\x1b[31m.cl", self.page("h.html")[1])
        self.assertIn("%22%3E%3Cscript%3E", self.sarif("h.sarif")["artifacts"][0]["location"]["uri"])


if __name__ == "__main__":
    check_case.main()
