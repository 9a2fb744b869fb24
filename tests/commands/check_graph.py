#!/usr/bin/python3
"""`lockstep run --command-graph=FILE`, and pictures of findings of commands: what stands in the files, and where they go.

Usage: check_graph.py LOCKSTEP LIBRARY TWO_QUEUES
"""
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

LOCKSTEP = LIBRARY = PROGRAM = ""
NONE = "no race between commands was found"


class Dot:
    """A digraph in the part of DOT that is written: its nodes, edges and clusters. ValueError if it is none."""
    TOKEN = re.compile(r'\s*(?:("(?:[^"\\\n]|\\.)*")|([A-Za-z_][A-Za-z_0-9]*|\d+)|(->|[{}\[\];,=]))')

    def __init__(self, text):
        self.tokens, at = [], 0
        while text[at:].strip():
            match = self.TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"not DOT: {text[at:at + 40]!r}")
            self.tokens.append(match.group(match.lastindex))
            at = match.end()
        self.nodes, self.edges, self.clusters, self.label = {}, [], {}, ""
        self.take("digraph")
        self.word()
        self.block(None)
        if self.tokens:
            raise ValueError("something behind the digraph")
        for begin, end, _ in self.edges:
            if begin not in self.nodes or end not in self.nodes:
                raise ValueError(f"an edge between what is no node: {begin} -> {end}")

    def take(self, token):
        if not self.tokens or self.tokens[0] != token:
            raise ValueError(f"{token!r} is missing before {self.tokens[:3]}")
        self.tokens.pop(0)

    def word(self):
        if not self.tokens or re.fullmatch(r"->|[{}\[\];,=]", self.tokens[0]):
            raise ValueError(f"a name is missing before {self.tokens[:3]}")
        token = self.tokens.pop(0)
        return re.sub(r"\\(.)", lambda one: "\n" if one[1] == "n" else one[1], token[1:-1]) if token[0] == '"' else token

    def attributes(self):
        found = {}
        if self.tokens[:1] != ["["]:
            return found
        self.take("[")
        while self.tokens[:1] != ["]"]:
            name = self.word()
            self.take("=")
            found[name] = self.word()
            if self.tokens[:1] == [","]:
                self.take(",")
        self.take("]")
        return found

    def block(self, cluster):
        self.take("{")
        while self.tokens[:1] != ["}"]:
            name = self.word()
            if name == "subgraph":
                self.block(self.word())
                continue
            if self.tokens[:1] == ["="]:
                self.take("=")
                value = self.word()
                if name == "label" and cluster is None:
                    self.label = value
                elif name == "label":
                    self.clusters[cluster] = value
            elif self.tokens[:1] == ["->"]:
                self.take("->")
                end = self.word()
                self.edges.append((name, end, self.attributes()))
            elif name in ("node", "edge"):
                self.attributes()
            else:
                self.nodes[name] = (cluster, self.attributes())
            self.take(";")
        self.take("}")


def svg_text(path):
    """All that an SVG file says. Nothing in it is elsewhere."""
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
    for element in root.iter():
        for name, value in element.attrib.items():
            assert "href" not in name and not re.search(r"url\(|https?:", value), (name, value)
    return root, [text for element in root.iter() if not element.tag.endswith("style") for text in [element.text or ""]]


def has_class(root, name):
    return any(name in element.get("class", "").split() for element in root.iter())


class Graph(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *words, program=None, **environment):
        words = [LOCKSTEP, "run", *words, "--", *(program or [PROGRAM, "racy"])]
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=100, cwd=self.folder,
                              env=dict(os.environ, **environment))

    def assert_racy_svg(self, path):
        root, texts = svg_text(path)
        for text in ("A: command 2", "B: command 5", "NDRangeKernel", "WriteBuffer", "queue 1 (in order)",
                     "queue 2 (in order)", "command 3", "no order", "wait list", "in-order queue"):
            self.assertIn(text, texts)
        self.assertTrue(has_class(root, "missing"))
        self.assertIn("no event of command 2 (clEnqueueNDRangeKernel of 'square') is in the wait list of command 5",
                      " ".join(texts))
        self.assertIn("prefers-color-scheme: dark", path.read_text())

    def assert_racy_dot(self, path):
        dot = Dot(path.read_text())
        queues = {name: label for name, label in dot.clusters.items() if label.startswith("queue")}
        self.assertEqual(sorted(queues.values()), ["queue 1 (in order)", "queue 2 (in order)"])
        of = {label["label"].split("\n")[0]: (name, queues[cluster]) for name, (cluster, label) in dot.nodes.items()}
        self.assertEqual({number: queue for number, (_, queue) in of.items()},
                         {"command 1": "queue 1 (in order)", "command 2": "queue 2 (in order)",
                          "command 3": "queue 1 (in order)", "command 5": "queue 1 (in order)"})
        edges = {(begin, end): label for begin, end, label in dot.edges}
        missing = edges.pop((of["command 2"][0], of["command 5"][0]))
        self.assertEqual((missing["style"], missing["color"]), ("dashed", "red"))
        self.assertIn("no event of command 2 (clEnqueueNDRangeKernel of 'square') is in the wait list of command 5",
                      missing["label"].replace("\n", " "))
        self.assertEqual({(begin, end): label["label"] for (begin, end), label in edges.items()},
                         {(of["command 1"][0], of["command 2"][0]): "wait list",
                          (of["command 1"][0], of["command 3"][0]): "in-order queue",
                          (of["command 3"][0], of["command 5"][0]): "in-order queue"})

    def test_both_forms_without_another_option(self):
        for name, check in (("g.svg", self.assert_racy_svg), ("g.dot", self.assert_racy_dot), ("g", self.assert_racy_dot)):
            done = self.run_it(f"--command-graph={name}")
            self.assertEqual(done.returncode, 66, done.stderr)
            self.assertIn("command race: two commands that nothing orders", done.stderr)
            check(self.folder / name)

    def test_of_the_repaired_twin_there_is_nothing(self):
        for name in ("g.svg", "g.dot"):
            done = self.run_it(f"--command-graph={name}", program=[PROGRAM])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(NONE, (self.folder / name).read_text())
        root, texts = svg_text(self.folder / "g.svg")
        self.assertFalse(has_class(root, "missing"))
        self.assertFalse([text for text in texts if "command 2" in text or "no order" in text])
        dot = Dot((self.folder / "g.dot").read_text())
        self.assertEqual((dot.nodes, dot.edges), ({}, []))
        self.assertIn(NONE, dot.label)

    def test_without_opencl_too(self):
        done = self.run_it("--command-graph=g.dot", program=["true"])
        self.assertEqual(done.returncode, 0)
        self.assertIn(NONE, Dot((self.folder / "g.dot").read_text()).label)

    def test_a_file_that_cannot_be_written_is_one_line(self):
        with_it = self.run_it("--command-graph=no/where/g.svg", "--report=json:r.json")
        without = self.run_it("--commands=on")
        self.assertEqual(with_it.returncode, 66)
        lines, others = ([re.sub(r" \([^()]*certified\)$", "", line) for line in done.stderr.splitlines()]
                         for done in (with_it, without))
        self.assertRegex(lines[0], r"^lockstep: --command-graph: cannot write '?.*no/where")
        self.assertEqual(lines[1:len(others) + 1], others)
        self.assertNotIn("--command-graph", "\n".join(lines[1:]))
        self.assertEqual(len(json.loads((self.folder / "r.json").read_text())["findings"]), 1)

    def test_several_processes(self):
        both = ["sh", "-c", f"'{PROGRAM}' racy & '{PROGRAM}' racy; wait"]
        self.run_it("--command-graph=all.dot", program=both)
        self.assert_racy_dot(self.folder / "all.dot")  # equal findings are one
        self.run_it("--command-graph=of-%p.dot", program=both)
        files = glob.glob(str(self.folder / "of-*.dot"))
        self.assertEqual(len(files), 2)
        for file in files:
            self.assertNotIn("%", file)
            self.assert_racy_dot(pathlib.Path(file))

    def test_a_process_by_itself(self):
        done = subprocess.run([PROGRAM, "racy"], capture_output=True, text=True, check=False, timeout=100, cwd=self.folder,
                              env=dict(os.environ, LD_PRELOAD=LIBRARY, LOCKSTEP_OPTIONS="command-graph=g-%p.dot"))
        self.assertEqual(done.returncode, 66, done.stderr)
        (file,) = self.folder.glob("g-*.dot")
        self.assert_racy_dot(file)

    def test_a_process_that_is_killed(self):
        done = self.run_it("--command-graph=g.dot", program=["sh", "-c", f"'{PROGRAM}' racy; kill -9 $$"])
        self.assertEqual(done.returncode, -9)
        self.assert_racy_dot(self.folder / "g.dot")

    def test_a_finding_of_a_report(self):
        self.run_it("--commands=on", "--report=json:r.json", "--report=html:r.html")
        (finding,) = json.loads((self.folder / "r.json").read_text())["findings"]

        def explain(file, *more):
            return subprocess.run([LOCKSTEP, "explain", finding["id"], "--report=r.json", f"--picture={file}", *more],
                                  capture_output=True, text=True, check=False, timeout=60, cwd=self.folder)

        for name in ("p.svg", "p.dot", "p.gv"):
            done = explain(name)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            (self.assert_racy_svg if name == "p.svg" else self.assert_racy_dot)(self.folder / name)
        page = (self.folder / "r.html").read_text()
        for text in (">A: command 2</text>", ">no order</text>", ">queue 2 (in order)</text>"):
            self.assertIn(text, page)

    def test_what_a_report_may_not_say(self):
        """Who draws it relies on it."""
        self.run_it("--commands=on", "--report=json:r.json")
        report = json.loads((self.folder / "r.json").read_text())

        def refused(change):
            changed = json.loads(json.dumps(report))
            for graph in (changed["findings"][0]["graph"], changed["findings"][0]["forms"][0]["graph"]):
                change(graph)
            (self.folder / "w.json").write_text(json.dumps(changed))
            done = subprocess.run([LOCKSTEP, "explain", report["findings"][0]["id"], "--report=w.json", "--picture=w.svg"],
                                  capture_output=True, text=True, check=False, timeout=60, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertFalse((self.folder / "w.svg").exists())

        refused(lambda graph: graph["edges"].append({"by": "host", "from": 1, "to": 1}))
        refused(lambda graph: graph["edges"].append({"by": "host", "from": 2, "to": 1}))
        refused(lambda graph: graph["edges"].append({"by": "host", "from": 0, "to": 99}))
        refused(lambda graph: graph["edges"].append({"by": "magic", "from": 0, "to": 1}))
        refused(lambda graph: graph["commands"][1].update(op=None))
        refused(lambda graph: graph["commands"].extend([graph["commands"][0]] * 40))

    def test_a_finding_in_one_kernel_has_no_dot(self):
        kernel = self.folder / "k.cl"
        kernel.write_text("kernel void k(global int *a) { a[0] = get_global_id(0); }\n")
        subprocess.run([LOCKSTEP, "kernel", kernel, "--global=4", "--report=json:k.json", "--same-value=report"],
                       capture_output=True, check=False, timeout=100, cwd=self.folder)
        report = json.loads((self.folder / "k.json").read_text())
        done = subprocess.run([LOCKSTEP, "explain", report["findings"][0]["id"], "--report=k.json", "--picture=k.dot"],
                              capture_output=True, text=True, check=False, timeout=60, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1))
        self.assertIn("has no graph of commands", done.stderr)
        self.assertFalse((self.folder / "k.dot").exists())


if __name__ == "__main__":
    LOCKSTEP, LIBRARY, PROGRAM = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
    unittest.main()
