"""Launches that crash, are killed or do not end: what they had found is reported.

usage: crash_test.py LOCKSTEP SCHEMA
"""
import json
import os
import signal
import subprocess
import tempfile

import jsonschema

import check_case

CRASH = """kernel void stray(global int *a, ulong far, int racy) {
  size_t i = get_global_id(0);
  if (racy) a[i / 2] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 3) *(global int *)far = 1;
}
"""
# A finding of an earlier launch is one more time in the launch that crashes; another one is new there.
CRASH_LATER = """kernel void often(global int *a, ulong far, int last) {
  size_t i = get_global_id(0);
  a[i / 2] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (last) a[8 + i / 4] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (last && i == 3) *(global int *)far = 1;
}
"""
CRASH_SYNCHRONISED = """kernel void meet(global int *a, global atomic_int *flag, ulong far) {
  size_t i = get_global_id(0);
  a[i / 2] = i;
  atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 3) *(global int *)far = 1;
}
"""
ENDLESS = """kernel void endless(global int *a, global volatile int *more) {
  size_t i = get_global_id(0);
  a[i / 2] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0) more[1] = 1;
  while (more[0] == 0) {}
}
"""


class CrashTest(check_case.CheckTest):
    """What a launch had found when the program was killed in the middle of it."""

    LINE = ("lockstep: incomplete: {}: launches under way when the program was killed by {}, "
            "checked up to there: 1\n")

    def crash(self, racy, *words):
        return self.lockstep("kernel", self.write(CRASH), "--global=16", "--local=16",
                             "--arg=1:ulong:16", "--arg=2:int:%d" % racy, *words)

    def test_races_before_a_crash_are_reported(self):
        done = self.crash(1)
        self.assertEqual(done.returncode, -signal.SIGSEGV, done.stderr)
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1, done.stderr)
        self.assertIn("3 |   if (racy) a[i / 2] = i;", done.stderr)
        self.assertIn(self.LINE.format("stray", "SIGSEGV"), done.stderr)
        self.assertIn("lockstep: summary: up to SIGSEGV: 1 error; no launch was completed", done.stderr)

    def test_a_crash_without_a_race_is_no_finding(self):
        done = self.crash(0)
        self.assertEqual(done.returncode, -signal.SIGSEGV, done.stderr)
        self.assertNotIn("data race", done.stderr)
        self.assertIn(self.LINE.format("stray", "SIGSEGV"), done.stderr)
        self.assertIn("lockstep: summary: up to SIGSEGV: no findings; no launch was completed", done.stderr)

    def test_the_report_of_a_crash_is_valid_json(self):
        report = self.path("report.json")
        self.crash(1, "--format=json", "--report=" + report)
        with open(report, encoding="utf-8") as file:
            data = json.load(file)
        jsonschema.validate(data, check_case.SCHEMA)
        self.assertEqual((len(data["findings"]), data["summary"]["errors"]), (1, 1))
        self.assertEqual(data["findings"][0]["memory"]["name"], "a")
        self.assertIn("stray", [item["kernel"] for item in data["incomplete"]])

    PROGRAM = """import os, sys, numpy, pyopencl as cl
context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
queue = cl.CommandQueue(context)
program = cl.Program(context, sys.argv[1]).build()
data = cl.Buffer(context, cl.mem_flags.READ_WRITE, 64)
cl.enqueue_fill_buffer(queue, data, numpy.int32(0), 0, 64)
"""

    def run_program(self, source, text):
        return [check_case.LOCKSTEP, "run", "--", "/usr/bin/python3", "-c", self.PROGRAM + text, source]

    def test_what_earlier_launches_found_and_the_crash_are_one_report(self):
        done = subprocess.run(self.run_program(CRASH_LATER, """
for last in (0, 0, 1):
    program.often(queue, (16,), (16,), data, numpy.uint64(16), numpy.int32(last))
    queue.finish()
"""), capture_output=True, text=True, timeout=120, cwd=self.folder.name,
                              env=dict(os.environ, PYOPENCL_NO_CACHE="1"))
        self.assertEqual(done.returncode, -signal.SIGSEGV, done.stderr)
        self.assertEqual(done.stderr.count("lockstep: data race:"), 2, done.stderr)
        self.assertIn("seen      24 times in 3 launches", done.stderr)
        self.assertIn("killed by SIGSEGV: 3 launches begun, 2 of them complete", done.stderr)
        self.assertIn(self.LINE.format("often", "SIGSEGV"), done.stderr)
        self.assertEqual(done.stderr.count("lockstep: summary: up to SIGSEGV: 2 errors in 2 launches"), 1, done.stderr)

    def test_races_of_a_launch_that_was_killed_are_reported(self):
        for number in (signal.SIGKILL, signal.SIGINT):
            with subprocess.Popen(self.run_program(ENDLESS, """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
seen = numpy.zeros(4096, numpy.int32)
more = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR, hostbuf=seen)
program.endless(queue, (16,), (16,), data, more)
queue.flush()
import time
while seen[1] == 0: time.sleep(0.01)
os.kill(os.getpid(), %d)
""" % number), stderr=subprocess.PIPE, text=True, cwd=self.folder.name,
                                  env=dict(os.environ, PYOPENCL_NO_CACHE="1")) as process:
                said = process.communicate(timeout=120)[1]
            self.assertEqual(process.returncode, -number, said)
            self.assertEqual(said.count("lockstep: data race:"), 1, said)
            self.assertIn(self.LINE.format("endless", signal.Signals(number).name), said)

    def test_what_cannot_be_read_is_counted(self):
        done = self.lockstep("kernel", self.write(CRASH_SYNCHRONISED), "--global=16", "--local=16",
                             "--arg=2:ulong:16")
        self.assertEqual(done.returncode, -signal.SIGSEGV, done.stderr)
        self.assertIn("lockstep: incomplete: meet: launches under way when the program was killed by "
                      "SIGSEGV, whose event log was checked as far as it had been read: 1\n", done.stderr)
        done = self.lockstep("kernel", self.write(CRASH), "--global=16", "--local=16",
                             "--arg=1:ulong:16", "--arg=2:int:1", env={"LOCKSTEP_SHADOW": "device"})
        self.assertEqual(done.returncode, -signal.SIGSEGV, done.stderr)
        self.assertIn("lockstep: incomplete: stray: launches under way when the program was killed by "
                      "SIGSEGV, whose log was still in the device's memory: 1\n", done.stderr)

    def test_nothing_is_left_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            self.lockstep("kernel", self.write(CRASH), "--global=16", "--local=16",
                          "--arg=1:ulong:16", "--arg=2:int:1", env={"TMPDIR": folder})
            left = [name for name in os.listdir(folder) if name.startswith("lockstep")]
        self.assertEqual(left, [])


if __name__ == "__main__":
    check_case.main()
