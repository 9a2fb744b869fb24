"""`lockstep explain`: rules, kinds, and findings of reports. (docs.rules is about the pages.)

usage: explain_test.py LOCKSTEP REPORT.json
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

LOCKSTEP = REPORT = ""


def explain(*words):
    return subprocess.run([LOCKSTEP, "explain", *words], capture_output=True, text=True, timeout=60, check=False)


def first_race(report):
    """The first finding between work-items."""
    return next(finding for finding in report["findings"] if finding["rule"] == "data-race")


class Explain(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, content):
        path = os.path.join(self.folder.name, "r.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return "--report=" + path

    def fails(self, status, sentence, *words):
        """The one line of a run that ends with `status` has `sentence`."""
        done = explain(*words)
        self.assertEqual((done.returncode, done.stdout), (status, ""), words)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(sentence, done.stderr)

    def test_rules_list_their_kinds(self):
        everything = explain().stdout
        of_races = explain("data-race").stdout
        self.assertIn(of_races, everything)
        self.assertRegex(of_races, r"\n  read-write +error +unordered read and write\n")
        self.assertNotIn("early-exit", of_races)
        self.assertIn("early-exit", everything)

    def test_a_kind_of_its_rules_name_lists_the_others(self):
        page = explain("irregular-loop").stdout
        self.assertTrue(page.startswith("# irregular-loop: "))
        self.assertRegex(page, r"\n  spin-wait +warning ")
        self.assertNotIn("All kinds", explain("out-of-bounds").stdout)

    def test_what_is_unknown_is_said(self):
        self.fails(2, "`lockstep explain` lists them", "zebra")
        self.fails(2, "lockstep explain 1f3c0a9be472 --report=FILE.json", "1f3c0a9be472")
        self.fails(2, "one word", "scope", "same-value")

    def test_a_finding_by_its_id_or_the_beginning(self):
        with open(REPORT, encoding="utf-8") as file:
            finding = first_race(json.load(file))
        for word in (finding["id"], finding["id"][:5]):
            done = explain(word, "--report=" + REPORT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            facts, _, page = done.stdout.partition("\n\n")
            self.assertTrue(page.startswith(f"# {finding['kind']}: "), page)
            first = finding["accesses"][0]
            for fact in (finding["id"], finding["kernel"] + ", launch 3 (global 128, local 32)", finding["memory"]["object"],
                         f"{first['file']}:{first['line']}:{first['column']}  work-item 2 (local 2, group 0)",
                         first["snippet"].strip()):
                self.assertIn(fact, facts)
            self.assertIn(" ".join(finding["why"].split()), " ".join(facts.split()))
            self.assertIn(" ".join(finding["repair"].split()), " ".join(facts.split()))

    def test_a_finding_as_a_picture(self):
        """page.browser looks at them."""
        with open(REPORT, encoding="utf-8") as file:
            finding = first_race(json.load(file))
        path = os.path.join(self.folder.name, "p.svg")
        done = explain(finding["id"][:5], "--report=" + REPORT, "--picture=" + path)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        root = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        said = " ".join(root.itertext())
        for access in finding["accesses"]:
            self.assertIn(f"{access['op']} {access['file']}:{access['line']}:{access['column']}", said)
            self.assertIn(f"work-item {access['global_id'][0]}", said)
        self.assertIn(str(finding["memory"]["offset"]), said.split())
        with open(path, encoding="utf-8") as file:
            self.assertEqual(explain(finding["id"], "--report=" + REPORT, "--picture=-").stdout, file.read())
        self.fails(1, "--picture: cannot write", finding["id"], "--report=" + REPORT, "--picture=" + self.folder.name + "/no/where")
        self.fails(2, "pictures are written as SVG", finding["id"], "--report=" + REPORT, "--picture=x.PNG")
        self.fails(2, "--picture draws a finding of a report", "--report=" + REPORT, "--picture=x.svg")
        self.fails(2, "--picture draws a finding of a report", "read-write", "--picture=x.svg")
        self.fails(1, "has no finding 'zzzz'", "zzzz", "--report=" + REPORT, "--picture=x.svg")

    def test_the_findings_of_a_report(self):
        with open(REPORT, encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        lines = explain("--report=" + REPORT).stdout.splitlines()
        self.assertEqual([line.split()[:2] for line in lines], [[finding["id"], finding["kind"]] for finding in findings])

    def test_ids_that_are_none_or_several(self):
        with open(REPORT, encoding="utf-8") as file:
            report = json.load(file)
        report["findings"] = report["findings"][:2]
        for finding, own in zip(report["findings"], ("aaaa11", "aaaa22")):
            finding["id"] = own
        path = self.write(report)
        self.fails(1, "that begin with 'aaaa': aaaa11, aaaa22", "aaaa", path)
        self.fails(1, "has no finding 'bbbb'", "bbbb", path)
        self.assertIn(f"# {report['findings'][1]['kind']}: ", explain("aaaa22", path).stdout)

    def test_where_findings_stand(self):
        """In a report of several kernels, and among those that were left out."""
        with open(REPORT, encoding="utf-8") as file:
            report = json.load(file)
        one = report["findings"].pop()
        report["suppressed_findings"] = [{"by": "x", "finding": one}]
        done = explain(one["id"], self.write({"tool": "lockstep", "kernels": [{"report": report}]}))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"# {one['kind']}: ", done.stdout)

    def test_what_is_no_report(self):
        self.fails(1, "cannot", "aaaa", "--report=" + os.path.join(self.folder.name, "not-there.json"))
        deep = '{"x":' * 100000 + "1" + "}" * 100000
        for content in ("", "no JSON", "[1]", "[" * 100000, deep, {"findings": []}):
            self.fails(1, "is no report of lockstep in JSON", "aaaa", self.write(content))
        self.fails(1, "cannot be read as a report", "aaaa", self.write({"tool": "lockstep", "findings": []}))
        with open(REPORT, encoding="utf-8") as file:
            report = json.load(file)
        report["findings"] = []
        self.fails(1, "has no findings", "aaaa", self.write(report))

    def test_nothing_in_a_report_goes_to_the_terminal_as_it_is(self):
        with open(REPORT, encoding="utf-8") as file:
            report = json.load(file)
        finding = first_race(report)
        for form in (finding, *finding["forms"]):
            form["kernel"] = "\x1b[31mnew\n"
            form["accesses"][0]["snippet"] = "\x1b[2J x"
        done = explain(finding["id"], self.write(report))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn("\x1b", done.stdout)
        self.assertIn("\\x1b[31mnew\\x0a", done.stdout)


if __name__ == "__main__":
    LOCKSTEP, REPORT = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
