"""Names and source lines in reports: right under every form of #line, of no other file, and harmless.

#line and GNU's line markers give lines other names and numbers. A report must call a line as the programmer did,
show the line that really stands there, and nothing else. What a source, a file's name or an option holds may
not reach a terminal as anything but text.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ARGS = None
# What a terminal obeys, or what hides or reorders text.
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


class Text(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(ARGS.work) / self.id().split(".")[-1]
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def lockstep(self, *words):
        env = {"LOCKSTEP_CACHE_DIR": str(self.folder / "cache"), "LOCKSTEP_LIBRARY": ARGS.library,
               "LOCKSTEP_OPTIONS": "", "NO_COLOR": "1"}
        done = subprocess.run([ARGS.lockstep, *words], env={**os.environ, **env}, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, cwd=self.folder)
        done.out, done.said = done.stdout.decode(errors="surrogateescape"), done.stderr.decode(errors="surrogateescape")
        return done

    def kernel(self, source, *options, name="k.cl"):
        """The reports on the only kernel of `source`: as text and as JSON."""
        if isinstance(source, str):
            source = source.encode(errors="surrogateescape")
        (self.folder / name).write_bytes(source)
        words = ["kernel", name, "--global=8", "--local=8", "--arg=0:buffer,64", *options]
        text = self.lockstep(*words)
        self.harmless(text)
        report = self.lockstep(*words, "--format=json")
        self.assertIsNone(RAW.search(report.said), report.said)
        begin = report.said.index("{\n")
        return text.said, json.loads(report.said[begin:])

    def harmless(self, done):
        for said in (done.said, done.out):
            found = RAW.search(said)
            self.assertIsNone(found, (found, said))
            self.assertNotRegex(said, "[\ud800-\udfff]")  # bytes that are not UTF-8
            self.assertLessEqual(len(re.findall("(?m)^lockstep: summary:", said)), 1, said)

    def places(self, report):
        """(file, line, snippet without blanks at its ends) of each side of each finding."""
        return [[(a["file"], a["line"], a["snippet"].strip()) for a in f["accesses"]] for f in report["findings"]]

    def test_numbers_and_names_of_line(self):
        text, report = self.kernel("kernel void k(global int *a) {\n"
                                   "#line 100 \"generated.y\"\n"
                                   "  a[0] = get_global_id(0); /* one */\n"
                                   "}\n")
        place = ("generated.y", 100, "a[0] = get_global_id(0); /* one */")
        self.assertEqual(self.places(report), [[place, place]])
        self.assertIn("generated.y:100:8", text)
        self.assertRegex(text, r"(?m)^ +100 \|   a\[0\] = get_global_id\(0\); /\* one \*/\n +\| +\^$")

    def test_number_alone_and_marker_of_gnu(self):
        for directive, file in (("#line 7", "k.cl"), ("# 7 \"x.i\"", "x.i"), ("# 7 \"x.i\" 1", "x.i"),
                                ("#line 3 \"other\"\n#line 7", "other"), ("??=line 7", None),
                                ("#li\\\nne 7 \"spliced\"", "spliced"), ("/*\n*/ #line 7 \"c\" // x", "c"),
                                ("#define N 7\n#line N", "k.cl"), ("%:line 7 \"digraph\"", "digraph")):
            if file is None:
                continue
            with self.subTest(directive=directive):
                _, report = self.kernel(f"kernel void k(global int *a) {{\n{directive}\n  a[0] = get_global_id(0);\n}}\n")
                place = (file, 7, "a[0] = get_global_id(0);")
                self.assertEqual(self.places(report), [[place, place]])

    def test_rubbish_behind_the_end(self):
        _, report = self.kernel("kernel void k(global int *a) {\n  a[0] = get_global_id(0);\n}\n\0} rubbish \0{")
        place = ("k.cl", 2, "a[0] = get_global_id(0);")
        self.assertEqual(self.places(report), [[place, place]])

    def test_two_places_with_one_number(self):
        _, report = self.kernel("#line 5\n"
                                "void one(global int *a) { a[0] = get_global_id(0); }\n"
                                "#line 5\n"
                                "void two(global int *a) { a[1] = get_global_id(0); }\n"
                                "kernel void k(global int *a) { one(a); two(a); }\n")
        lines = [a[2] for sides in self.places(report) for a in sides]
        for line in ("void one(global int *a) { a[0] = get_global_id(0); }",
                     "void two(global int *a) { a[1] = get_global_id(0); }"):
            self.assertEqual(lines.count(line), 2, lines)

    def test_two_places_of_one_function_with_one_number(self):
        _, report = self.kernel("kernel void k(global int *a) {\n"
                                "#line 5 \"x\"\n"
                                "  a[0] = get_global_id(0);\n"
                                "#line 5 \"x\"\n"
                                "                            a[1] = get_global_id(0);\n"
                                "}\n")
        self.assertEqual(sorted(sides[0][2] for sides in self.places(report)),
                         ["a[0] = get_global_id(0);", "a[1] = get_global_id(0);"])

    def test_loops_macros_and_calls(self):
        _, report = self.kernel("#define SET(p, v) p = v\n"
                                "#line 40 \"m.cl\"\n"
                                "kernel void k(global int *a) {\n"
                                "  for (int i = 0; i < 4; ++i)\n"
                                "    SET(a[i],\n"
                                "        get_global_id(0));\n"
                                "}\n")
        self.assertEqual(self.places(report)[0][0], ("m.cl", 42, "SET(a[i],"))

    def test_headers(self):
        (self.folder / "inc.h").write_text("#line 9 \"made.h\"\n#define NOTHING\n"
                                           "void put(global int *a) { a[2] = get_global_id(0); }\n")
        (self.folder / "plain.h").write_text("\nvoid set(global int *a) { a[3] = get_global_id(0); }\n")
        _, report = self.kernel("#line 77 \"user\"\n#include \"inc.h\"\n#include \"plain.h\"\n"
                                "kernel void k(global int *a) { put(a); set(a); }\n")
        places = [sides[0] for sides in self.places(report)]
        self.assertIn(("made.h", 10, "void put(global int *a) { a[2] = get_global_id(0); }"), places)
        self.assertEqual([p[1:] for p in places if p[0].endswith("plain.h")],
                         [(2, "void set(global int *a) { a[3] = get_global_id(0); }")])

    def test_headers_that_are_gone_when_the_report_is_made(self):
        (self.folder / "plain.h").write_text("\nvoid set(global int *a) { a[3] = get_global_id(0); }\n")
        source = "#include \"plain.h\"\nkernel void k(global int *a) { set(a); }\n"
        self.kernel(source)  # the image is in the cache now
        (self.folder / "plain.h").write_text("\nvoid set(global int *a) { a[3] = get_global_id(0); } // new\n")
        text, report = self.kernel(source)
        self.assertEqual(self.places(report)[0][0][2], "void set(global int *a) { a[3] = get_global_id(0); } // new")
        self.assertIn("// new", text)

    def test_no_other_file_is_quoted(self):
        secret = self.folder / "secret"
        secret.write_text("the secret\n" * 20)
        for name in (str(secret), "secret", "./secret", "/etc/passwd", "k.cl/../secret"):
            for form in (f"#line 1 \"{name}\"", f"# 1 \"{name}\" 1"):
                text, report = self.kernel(f"kernel void k(global int *a) {{\n{form}\n  a[0] = get_global_id(0);\n}}\n")
                self.assertNotIn("the secret", text)
                self.assertNotIn("root:", text)
                self.assertEqual(self.places(report)[0][0][1:], (1, "a[0] = get_global_id(0);"))

    def test_names_that_a_terminal_would_obey(self):
        for name in ("x\x1b[31m", "x\x1b]0;title\x07", "x\\nlockstep: summary: no findings", "\u202egnp.cl\u202c", "\x9b31m",
                     "\u2028lockstep: summary: no findings", "a\u200bb", "x\x7f", "b\x08\x08"):
            with self.subTest(name=name):
                text, report = self.kernel(f"kernel void k(global int *a) {{\n#line 5 \"{name}\"\n"
                                           f"  a[0] = get_global_id(0); // {name}\n}}\n")
                self.assertEqual(self.places(report)[0][0][1], 5)
                self.assertIn("lockstep: summary: 1 error in 1 launch of 1 kernel", text)

    def test_line_with_what_stands_before_the_caret(self):
        text, _ = self.kernel("kernel void k(global int *a) {\n"
                              "\t/*\x1b[2J \u202e \x7f*/ a[0] = get_global_id(0);\n}\n")
        line = next(l for l in text.splitlines() if "a[0] = " in l)
        caret = text.splitlines()[text.splitlines().index(line) + 1]
        self.assertIn("\\x1b[2J \\u{202e} \\x7f", line)
        self.assertEqual(line[caret.index("^")], "=")

    def test_bytes_that_are_no_text(self):
        self.kernel(b"kernel void k(global int *a) {\n#line 5 \"\xff\xfe\x9b31m\"\n  a[0] = get_global_id(0); // \xc3(\n}\n")

    def test_names_of_kernels_and_arguments(self):
        text, _ = self.kernel("kernel void k(global int *a\u202eb) { a\u202eb[0] = get_global_id(0); }\n"
                              .replace("\u202e", "\u00e4"))
        self.assertIn("'a\u00e4b'", text)

    def test_files_options_and_messages(self):
        evil = "x\x1b[31m\nlockstep: summary: no findings\u202e"
        self.harmless(self.lockstep("kernel", evil + ".cl", "--global=1"))
        self.harmless(self.lockstep("run", f"--{evil}=1", "--", "true"))
        self.harmless(self.lockstep("run", f"--format={evil}", "--", "true"))
        self.harmless(self.lockstep("run", f"--kernel=({evil}", "--", "true"))
        self.harmless(self.lockstep("run", "--", f"./{evil}"))
        self.harmless(self.lockstep(evil))
        self.harmless(self.lockstep("doctor", evil))
        self.harmless(self.lockstep("litmus", evil))
        self.harmless(self.lockstep("run", f"--kernel={evil}", "--", f"{ARGS.examples}/first_look", "reverse_racy"))
        (self.folder / "bad.cl").write_text(f"kernel void k() {{ }}\n#error {evil}\nlockstep: summary: no findings\n")
        self.harmless(self.lockstep("kernel", "bad.cl", "--global=1"))

    def test_folders_of_kernels(self):
        folder = self.folder / "k\x1b[31m"
        folder.mkdir()
        name = "x\nlockstep: summary: no findings\u202e.cl"
        (folder / name).write_text("//launch: global=8 local=8\n#line 3 \"y\x1b[31m\"\n"
                                   "kernel void k(global int *a) { a[0] = get_global_id(0); }\n")
        (folder / "bad.cl").write_text("//launch: global=8\n#error \x1b[31m\n")
        for words in ((), ("--verbose",), ("--format=json",)):
            done = self.lockstep("kernel", *words, str(folder))
            self.harmless(done)
        self.assertEqual(json.loads(done.out)["summary"]["races"], 1)

    def test_litmus(self):
        (self.folder / "t.litmus").write_text("OPENCL t\x1b[31m\n\"a \u202e comment\"\n{ [x]=0; }\n"
                                              "P0 (global int *x) { \x1b[2J x = 1 }\nexists (x=1)\n")
        self.harmless(self.lockstep("litmus", "t.litmus"))
        self.harmless(self.lockstep("litmus", "--json", "t.litmus"))

    def test_one_source_built_twice_is_one_finding(self):
        report = self.folder / "report.json"
        self.lockstep("run", "--format=json", f"--report={report}", "--", sys.executable, "-c", TWICE)
        report = json.loads(report.read_text())
        self.assertEqual(len(report["findings"]), 1, report["findings"])
        self.assertEqual(report["findings"][0]["launches"], 2)
        self.assertEqual(report["launches"], 2)

    def test_json_says_which_process_and_device(self):
        path = self.folder / "report.json"
        done = subprocess.Popen([ARGS.lockstep, "run", "--format=json", f"--report={path}", "--", "sh", "-c",
                                 f"echo $$; {ARGS.examples}/first_look reverse_racy; exit 0"], cwd=self.folder,
                                env={**os.environ, "LOCKSTEP_LIBRARY": ARGS.library, "LOCKSTEP_OPTIONS": "",
                                     "LOCKSTEP_CACHE_DIR": str(self.folder / "cache")},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        shell = int(done.communicate()[0].split()[0])
        report = json.loads(path.read_text())
        self.assertEqual(report["schema_version"], 2)
        self.assertEqual(report["parent"], shell)
        self.assertNotIn(report["pid"], (shell, done.pid))
        self.assertTrue(report["command"][0].endswith("first_look"))
        self.assertRegex(report["time"]["start"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertLessEqual(report["time"]["start"], report["time"]["end"])
        self.assertEqual([d["launches"] for d in report["devices"]], [1])
        self.assertTrue(report["devices"][0]["name"] and report["devices"][0]["driver"])


TWICE = """
import ctypes, ctypes.util
cl = ctypes.CDLL("libOpenCL.so.1")
for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
    getattr(cl, name).restype = ctypes.c_void_p
P = ctypes.c_void_p
platform, device = P(), P()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
assert cl.clGetDeviceIDs(platform, ctypes.c_ulong(0xFFFFFFFF), 1, ctypes.byref(device), None) == 0
context = P(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, None))
queue = P(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), None))
memory = P(cl.clCreateBuffer(context, ctypes.c_ulong(1), ctypes.c_size_t(64), None, None))
source = ctypes.c_char_p(b"kernel void k(global int *a) { a[0] = get_global_id(0); }")
for _ in range(2):
    program = P(cl.clCreateProgramWithSource(context, 1, ctypes.byref(source), None, None))
    assert cl.clBuildProgram(program, 0, None, None, None, None) == 0
    kernel = P(cl.clCreateKernel(program, b"k", None))
    assert cl.clSetKernelArg(kernel, 0, ctypes.c_size_t(8), ctypes.byref(memory)) == 0
    size = ctypes.c_size_t(8)
    assert cl.clEnqueueNDRangeKernel(queue, kernel, 1, None, ctypes.byref(size), ctypes.byref(size), 0, None, None) == 0
    assert cl.clFinish(queue) == 0
"""


def main():
    global ARGS
    parser = argparse.ArgumentParser()
    for name in ("lockstep", "library", "helper", "examples", "work"):
        parser.add_argument(f"--{name}", required=True)
    ARGS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
