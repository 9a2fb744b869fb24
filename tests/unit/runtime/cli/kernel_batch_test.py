"""`lockstep kernel` for folders and several files, on a real device: one verdict for each kernel.

usage: kernel_batch_test.py LOCKSTEP SCHEMA
"""
import contextlib
import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest

import jsonschema

LOCKSTEP = ""
SCHEMA = {}

RACY = """//launch: global=64 local=16
kernel void racy(global int *a) { a[get_global_id(0) / 2] = get_global_id(0); }
"""
TWO = """//launch: kernel=copy global=64 local=16 arg=n:int:64
//launch: kernel=copy global=32 local=16 arg=n:int:4
//launch: kernel=part global=16 local=16
//build: -DSTEP=1
kernel void copy(global int *a, global const int *b, int n) {
  if (get_global_id(0) < n) a[get_global_id(0) * STEP] = b[get_global_id(0)];
}
kernel void part(global int *a) {
  if (get_local_id(0) < 8) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
"""
GPUVERIFY = """//pass
//--local_size=[8,4] --num_groups=[2,2]
kernel void fill(global int *a, int w, int n) {
  __requires(w == 16);
  for (int i = 0; __invariant(i >= 0), i < n; ++i) {
    if (i == w) a[get_global_id(1) * w + get_global_id(0)] = i;
  }
}
"""
BROKEN = "//launch: global=4\nkernel void k(global int *a) { a[0] = nonsense; }\n"
HANGS = """//launch: global=4 local=4
kernel void hangs(volatile global int *a) { while (a[0] == 0); }
"""
CRASHES = """//launch: global=4 local=4
kernel void crashes(global int *a) { a[(long)get_global_id(0) << 44] = 1; }
"""
# Each work-item writes elements of its own, but half of them beyond the 128 that the argument has.
OVERRUN = """//launch: global=256 local=256 arg=0:local:512
kernel void overrun(local int *t, global int *out) {
  int i = get_local_id(0);
  for (int round = 0; round < 4; ++round) {
    t[i ^ round] = (i ^ round) * 0x00010001;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = t[i ^ 3];
}
"""
PLAIN = "kernel void plain(global int *a) { a[get_global_id(0)] = 1; }\n"


class BatchTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def lockstep(self, *words):
        return subprocess.run([LOCKSTEP, "kernel", *words], capture_output=True, text=True,
                              timeout=250, cwd=self.folder.name)

    def test_a_folder_gives_one_line_for_each_kernel_in_order(self):
        self.write("in/b/racy.cl", RACY)
        self.write("in/a.cl", TWO)
        self.write("in/gv.cl", GPUVERIFY)
        self.write("in/plain.cl", PLAIN)
        self.write("in/notes.txt", "not a kernel")
        self.write("in/.hidden/racy.cl", RACY)
        done = self.lockstep("in", "--jobs=2")
        self.assertEqual(done.stdout.splitlines(), [
            "in/a.cl: copy, launch 1: clean",
            "in/a.cl: copy, launch 2: clean",
            "in/a.cl: part, launch 3: 1 divergence",
            "in/b/racy.cl: racy: 1 race",
            "in/gv.cl: fill: clean",
            "in/plain.cl: not run: no //launch: comment in its first lines, and no --global",
            "summary: 6 launches of kernels in 4 files: 3 clean, 2 with findings (1 race, "
            "1 divergence), 1 not run",
            "summary: 9 arguments were not given and got a value of lockstep's own; --verbose "
            "shows them",
            "summary: --verbose shows the lines of the findings, and how to see one in full"])
        self.assertEqual((done.returncode, done.stderr), (66, ""))

    def test_a_crash_and_a_hang_cost_their_own_line_only(self):
        self.write("1.cl", CRASHES)
        self.write("2.cl", HANGS)
        self.write("3.cl", BROKEN)
        self.write("4.cl", RACY.replace("/ 2", ""))
        self.lockstep("1.cl", "4.cl")  # they are compiled by now, whatever else the machine does
        done = self.lockstep("1.cl", "2.cl", "3.cl", "4.cl", "--timeout=20")
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^1\.cl: crashes: 1 out of bounds \(incomplete: .*launches under way .*; "
                         r"then it died of signal (11 \(Seg.*|7 \(Bus.*)\), as it does without lockstep\)$")
        self.assertEqual(lines[1],
                         "2.cl: hangs: not run: it did not end within 20 seconds (--timeout)")
        self.assertRegex(lines[2], r"^3\.cl: not run: 3\.cl does not build on .*nonsense")
        self.assertEqual(lines[3], "4.cl: racy: clean")
        self.assertEqual(done.returncode, 66, done.stdout)

    def test_what_a_kernel_that_hangs_had_found_is_shown(self):
        self.write("1.cl", """//launch: kernel=hangs global=16 local=16 arg=0:buffer,64 arg=1:buffer,64
kernel void hangs(global int *a, volatile global int *go) {
  size_t i = get_global_id(0);
  a[i / 2] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  while (go[0] == 0) {}
}
""")
        self.write("2.cl", "//launch: kernel=k global=1 local=1\nkernel void k(global int *a) { a[0] = 1; }\n")
        done = self.lockstep("1.cl", "2.cl", "--timeout=10")  # compilation included
        self.assertEqual(done.returncode, 66, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^1.cl: hangs: 1 race \(.*; then it did not end within 10 seconds")
        self.assertRegex(lines[1], r"^2.cl: k: clean")

    def test_writes_beyond_local_memory_are_out_of_bounds_and_no_races(self):
        self.write("1.cl", OVERRUN)
        self.write("2.cl", OVERRUN.replace("local:512", "local:1024"))
        done = self.lockstep("1.cl", "2.cl")
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^1\.cl: overrun: 2 out of bounds \(incomplete: writes "
                                   r"beyond local memory, over which .* cannot be told: 512\)$")
        self.assertEqual((lines[1], done.returncode), ("2.cl: overrun: clean", 66), done.stdout)

    def test_verbose_says_where_and_how_to_see_one_alone(self):
        self.write("racy.cl", RACY)
        self.write("two.cl", TWO)
        done = self.lockstep("racy.cl", "two.cl", "--verbose", "--fill=iota", "--buffer-size=8192")
        self.assertIn("    error: write-write intra-group global: racy.cl:2:59 and racy.cl:2:59\n"
                      "    argument 0 'a' not given: buffer,8192,iota:int\n"
                      "    alone: lockstep kernel racy.cl --kernel=racy --fill=iota "
                      "--buffer-size=8192\n", done.stdout)
        alone = self.lockstep("two.cl", "--kernel=part", "--launch=3")
        self.assertIn("lockstep: barrier divergence:", alone.stderr)
        self.assertEqual(alone.returncode, 66)

    def test_the_command_line_wins_over_the_comment(self):
        self.write("racy.cl", RACY)
        self.write("plain.cl", PLAIN)
        done = self.lockstep("racy.cl", "plain.cl", "--global=1", "--quiet")
        self.assertEqual(done.stdout.splitlines()[0], "summary: 2 launches of kernels in 2 files: "
                         "2 clean")
        self.assertEqual(done.returncode, 0)

    def test_a_geometry_of_ones_own_leaves_the_files_build_options(self):
        self.write("two.cl", TWO)
        done = self.lockstep("two.cl", "--kernel=copy", "--global=32", "--local=16", "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.write("fill.cl", GPUVERIFY)
        done = self.lockstep("fill.cl", "--global=8,4", "--local=8,4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not given: int:16", done.stderr)

    def test_a_terminal_shows_how_far_it_is(self):
        self.write("a.cl", RACY)
        self.write("b.cl", RACY)
        mine, theirs = pty.openpty()
        done = subprocess.run([LOCKSTEP, "kernel", self.folder.name, "--jobs=1"], stdout=subprocess.PIPE, stderr=theirs,
                              text=True, timeout=300, env=dict(os.environ, TERM="xterm"))
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # EIO: all was read, and nobody writes any more
            while piece := os.read(mine, 10000):  # a terminal hands over what it has, which may be a part
                shown += piece
        shown = shown.decode()
        os.close(mine)
        self.assertIn("2 with findings", done.stdout)
        self.assertNotIn("[", done.stdout)
        self.assertRegex(shown, r"\[0 of 2\] \r\x1b\[K.*\[1 of 2\] \r\x1b\[K$")

    def test_json_has_each_report_whole(self):
        self.write("racy.cl", RACY)
        self.write("broken.cl", BROKEN)
        done = self.lockstep(".", "--format=json")
        data = json.loads(done.stdout)
        broken, racy = data["kernels"]
        self.assertEqual((broken["verdict"], broken["report"]), ("not run", None))
        self.assertEqual((racy["verdict"], racy["races"], racy["kernel"]), ("findings", 1, "racy"))
        jsonschema.validate(racy["report"], SCHEMA)
        self.assertEqual(data["summary"]["races"], 1)
        self.lockstep(".", "--format=json", "--report=out.json")
        with open(os.path.join(self.folder.name, "out.json"), encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["kernels"]), 2)

    def test_list_prints_names(self):
        self.write("two.cl", TWO)
        done = self.lockstep("two.cl", "--list", "--build-options=-DSTEP=1")
        self.assertEqual((done.returncode, done.stdout), (0, "copy\npart\n"))

    def test_mistakes_are_one_line(self):
        self.write("two.cl", TWO)
        self.write("bad.cl", "//launch: global\nkernel void k() {}\n")
        for words, said in ((["two.cl", "nothing"], "cannot read nothing"),
                            (["two.cl", "--launch=4", "--kernel=copy"], "has launches 1 to 3"),
                            ([".", "--jobs=0"], "--jobs needs a number"),
                            ([".", "--unchecked"], "--unchecked is for one kernel"),
                            (["bad.cl"], "'global' in its comment")):
            done = self.lockstep(*words)
            self.assertEqual(done.returncode, 2, (words, done))
            self.assertIn(said, done.stderr)

    def test_nothing_to_check_is_no_success(self):
        os.mkdir(os.path.join(self.folder.name, "empty"))
        done = self.lockstep("empty", "--global=4")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", "lockstep: no .cl file in empty\n"))

    def test_verdicts_that_cannot_be_written_are_no_success(self):
        self.write("clean.cl", "//launch: global=4\nkernel void k(global int *a) {\n"
                   "  a[get_global_id(0)] = 1; }\n")
        self.write("clean2.cl", "//launch: global=4\nkernel void k(global int *a) {\n"
                   "  a[get_global_id(0)] = 1; }\n")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([LOCKSTEP, "kernel", "clean.cl", "clean2.cl"], stdout=full,
                                  stderr=subprocess.PIPE, text=True, cwd=self.folder.name)
        self.assertEqual((done.returncode, done.stderr),
                         (1, "lockstep: cannot write to stdout: No space left on device\n"))
        done = self.lockstep("clean.cl", "clean2.cl", "--report=no/where")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^lockstep: --report: cannot write .*; the report follows on stdout\n$")
        self.assertIn("2 launches of kernels in 2 files: 2 clean", done.stdout)


if __name__ == "__main__":
    LOCKSTEP = os.path.abspath(sys.argv.pop(1))
    with open(sys.argv.pop(1), encoding="utf-8") as schema:
        SCHEMA = json.load(schema)
    unittest.main()
