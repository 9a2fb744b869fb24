"""`lockstep kernel` and `lockstep run` on a real device: findings, arguments, reports, ends.

usage: kernel_test.py LOCKSTEP SCHEMA
"""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import unittest

import jsonschema

import check_case
from check_case import RACE

LOCAL_FLAG = """kernel void k(global int *a) {
  a[get_global_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] += a[get_global_id(0) ^ 1];
}
"""
WRONG_FLAG = """kernel void k(global int *a, global int *b) {
  size_t i = get_global_id(0);
  a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[i ^ 1];
}
"""
SAME_VALUE = "kernel void k(global int *a) { a[0] = 7; }\n"
COPY = """kernel void copy(global int *to, global const int *from, int n) {
  if (get_global_id(0) < n) to[get_global_id(0)] = from[get_global_id(0)];
}
"""
SHIFT = """kernel void shift(global int *to, global const int *from) {
  to[get_global_id(0)] = from[get_global_id(0) + 1];
}
"""


class PlaceTest(check_case.CheckTest):
    """Where sources lie, and where programs were built."""

    def name_shown(self, file, folder):
        """How a report names the source `file` in a run from `folder`, both in our folder."""
        os.makedirs(self.path(folder), exist_ok=True)
        done = subprocess.run([check_case.LOCKSTEP, "kernel", file, "--global=4", "--local=4"],
                              capture_output=True, text=True, timeout=120, cwd=self.path(folder))
        self.assertIn("data race", done.stderr)
        self.assertIn("2 |   a[get_global_id(0) / 2]", done.stderr, "the line must be shown")
        return re.search(r"  write +(\S+):2:\d+ ", done.stderr).group(1)

    def test_a_source_is_named_so_that_it_can_be_found(self):
        for folder in ("src/deep", "build=1"):
            os.makedirs(self.path(folder))
        self.write(RACE, "src/k.cl")
        self.write(RACE, "src/deep/k.cl")
        source, deep = self.path("src/k.cl"), self.path("src/deep/k.cl")
        self.assertEqual(self.name_shown(source, "build"), source)     # beside
        self.assertEqual(self.name_shown(source, "build=1"), source)
        self.assertEqual(self.name_shown(source, "src/deep"), source)  # above
        self.assertEqual(self.name_shown(source, "sr"), source)        # no common folder, but letters
        self.assertEqual(self.name_shown(deep, "src"), "deep/k.cl")    # below: as ever
        self.assertEqual(self.name_shown("../src/k.cl", "build"), "../src/k.cl")
        self.assertEqual(self.name_shown("k.cl", "src"), "k.cl")

    BUILD = """import os, sys, pyopencl as cl
os.chdir(sys.argv[1])
context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
program = cl.Program(context, sys.argv[2]).build()
open(sys.argv[3], "wb").write(program.binaries[0])
"""
    USE = """import sys, numpy, pyopencl as cl
context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
queue = cl.CommandQueue(context)
program = cl.Program(context, context.devices, [open(sys.argv[1], "rb").read()]).build()
data = cl.Buffer(context, cl.mem_flags.READ_WRITE, 64)
program.k(queue, (16,), (16,), data).wait()
"""

    def after_the_folder(self, source):
        """Uses a binary built in a folder that is there no longer; returns the report."""
        folder, binary = self.path("gone"), self.path("binary")
        os.mkdir(folder)
        self.write("#define HALF(x) ((x) / 2)\n", "gone/half.h")
        env = {"PYOPENCL_NO_CACHE": "1"}
        built = self.lockstep("run", "--", "/usr/bin/python3", "-c", self.BUILD, folder, source,
                              binary, env=env)
        self.assertEqual(built.returncode, 0, built.stderr)
        shutil.rmtree(folder)
        return self.lockstep("run", "--", "/usr/bin/python3", "-c", self.USE, binary, env=env)

    def test_a_binary_is_checked_when_its_build_folder_is_gone(self):
        done = self.after_the_folder("// not in any cache\n" + RACE)
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1, done.stderr)
        self.assertNotIn("not instrumented", done.stderr)

    def test_what_it_included_was_kept(self):
        done = self.after_the_folder("// what follows needs the folder\n#include \"half.h\"\n" +
                                     RACE.replace("get_global_id(0) / 2", "HALF(get_global_id(0))"))
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1, done.stderr)


class KernelTest(check_case.CheckTest):
    def test_race_in_text(self):
        file = self.write(RACE)
        done = self.lockstep("kernel", file, "--global=64", "--local=16",
                             "--arg=a:buffer,64*int,zeros")
        self.assertEqual(done.returncode, 66)
        lines = done.stderr.splitlines()
        self.assertTrue(lines[0].startswith("lockstep: data race: "), done.stderr)
        self.assertIn(f"{file}:2:27", done.stderr)
        self.assertIn("      2 |   a[get_global_id(0) / 2] = get_global_id(0);", lines)
        self.assertIn("argument 0 'a': buffer 1 of 256 bytes", done.stderr)
        self.assertTrue(lines[-1].startswith("lockstep: summary: 1 error in 1 launch"))

    def test_race_in_json(self):
        report = self.check(RACE, "--global=64", "--local=16", "--arg=0:buffer,256", status=66)
        self.assertEqual(report["command"][1], "kernel")
        finding, = report["findings"]
        self.assertEqual((finding["kind"], finding["reach"], finding["region"]),
                         ("write-write", "intra-group", "global"))
        for access in finding["accesses"]:
            self.assertEqual((access["op"], access["line"]), ("write", 2))
            self.assertIn("get_global_id(0) / 2", access["snippet"])
        first, second = finding["accesses"]
        self.assertEqual(first["global_id"][0] + 1, second["global_id"][0])
        self.assertEqual(finding["memory"]["size"], 256)
        self.assertEqual(report["summary"]["errors"], 1)

    def test_ids_with_an_offset_in_three_dimensions(self):
        # An element of all groups, and one of each alone: in the first they may take turns, so that none meets itself.
        text = ("kernel void k(global int *a) {\n"
                "  for (int i = 0; i < 2; ++i)\n"
                "    a[i * (1 + get_group_id(0) + 2 * get_group_id(2))] = get_global_id(0) + get_global_id(2);\n"
                "}\n")
        report = self.check(text, "--global=4,2,2", "--local=2,2,1", "--offset=10,20,30",
                            "--arg=0:buffer,20")
        finding, = report["findings"]
        for form in finding["forms"]:
            for access in form["accesses"]:
                for d, (local, offset) in enumerate(zip((2, 2, 1), (10, 20, 30))):
                    self.assertEqual(access["global_id"][d],
                                     offset + access["group_id"][d] * local + access["local_id"][d])
        self.assertEqual({form["reach"] for form in finding["forms"]}, {"intra-group", "inter-group"})

    def test_same_report_every_time(self):
        reports = {json.dumps([dict(f, count=0) for f in self.check(
            WRONG_FLAG + RACE.replace("void k", "void r"), "--kernel=r", "--global=64",
            "--local=16")["findings"]]) for _ in range(3)}
        self.assertEqual(len(reports), 1)

    def test_warnings_do_not_fail_unless_asked(self):
        words = ["--global=32", "--local=32"]
        report = self.check(WRONG_FLAG, *words, status=0)
        finding, = report["findings"]
        self.assertEqual((finding["kind"], finding["severity"]), ("wrong-fence-flag", "warning"))
        self.assertEqual(finding["barriers"][0]["line"], 4)
        self.check(WRONG_FLAG, *words, "--fail-on=warning", status=66)
        self.check(WRONG_FLAG, *words, "--fail-on=warning", "--error-exitcode=3", status=3)
        self.check(WRONG_FLAG, *words, "--fail-on=info", "--error-exitcode=0", status=0)
        self.check(LOCAL_FLAG, *words, "--build-options=-D CLK_UNUSED=1")

    def test_same_value_is_hidden_unless_asked_for(self):
        words = ["--global=32", "--local=32"]
        report = self.check(SAME_VALUE, *words, status=0)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["summary"]["hidden_same_value"], 1)
        report = self.check(SAME_VALUE, *words, "--same-value=report", status=0)
        self.assertEqual(report["findings"][0]["severity"], "info")
        self.check(SAME_VALUE, *words, "--same-value=report", "--fail-on=info", status=66)

    def test_launches_are_counted(self):
        report = self.check(RACE, "--global=64", "--local=16", "--repeat=3")
        self.assertEqual((report["launches"], report["findings"][0]["launches"]), (3, 3))
        self.assertEqual(report["findings"][0]["launch"], 1)

    def test_arguments_reach_the_kernel(self):
        out = self.path("out")
        report = self.check(COPY, "--global=8", "--local=4", "--arg=from:buffer,8*int,iota:int",
                            "--arg=2:int:5", "--output=to:" + out, status=0)
        self.assertEqual(report["findings"], [])
        with open(out, "rb") as file:
            self.assertEqual(struct.unpack("8i", file.read()), (0, 1, 2, 3, 4, 0, 0, 0))

    def test_checked_and_unchecked_outputs_are_equal(self):
        file = self.write(COPY)
        results = []
        for more in ([], ["--unchecked"]):
            out = self.path("out")
            done = self.lockstep("kernel", file, "--global=64", "--arg=1:buffer,256,random:3:int",
                                 "--output=0:" + out, *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(out, "rb") as data:
                results.append(data.read())
        self.assertEqual(results[0], results[1])
        self.assertEqual(len(set(results[0])) > 8, True)

    def test_two_arguments_with_one_buffer(self):
        words = ["--global=64", "--local=16", "--arg=0:buffer,65*int"]
        clean = self.check(SHIFT, *words, "--arg=1:buffer,65*int", status=0)
        self.assertEqual(clean["findings"], [])
        racy = self.check(SHIFT, *words, "--arg=1:same:0", status=66)
        self.assertEqual({f["kind"] for f in racy["findings"]}, {"read-write"})

    def test_sub_buffers_that_overlap(self):
        words = ["--global=64", "--local=16", "--arg=0:buffer,4096"]
        racy = self.check(SHIFT, *words, "--arg=1:sub:0,128,1024", status=66)
        self.assertTrue(racy["findings"])
        clean = self.check(SHIFT, *words, "--arg=1:sub:0,1024,1024", status=0)
        self.assertEqual(clean["findings"], [])

    def test_missing_arguments_are_said(self):
        done = self.lockstep("kernel", self.write(COPY), "--global=16")
        self.assertEqual(done.returncode, 0)
        self.assertIn("lockstep: argument 0 'to' not given: buffer,64,zeros\n", done.stderr)
        self.assertIn("lockstep: argument 2 'n' not given: int:16\n", done.stderr)

    def test_arguments_named_like_built_in_functions(self):  # PoCL gives them names of its own
        file = self.write("kernel void k(global int *length, int step) { length[get_global_id(0)] = step; }\n")
        done = self.lockstep("kernel", file, "--global=16", "--arg=step:int:3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("lockstep: argument 0 'length' not given: buffer,64,zeros\n", done.stderr)

    def test_source_that_does_not_build_shows_the_drivers_words(self):
        file = self.write("kernel void k(global int *a) { a[0] = nonsense; }\n")
        done = self.lockstep("kernel", file, "--global=1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nonsense", done.stderr)
        self.assertIn("k.cl:1:", done.stderr)
        self.assertIn("does not build", done.stderr)

    def test_mistakes_in_the_request_are_one_line_each(self):
        two = self.write(COPY + SHIFT)
        for words, said in ((["--global=8"], "several kernels, pick one with --kernel: copy, shift"),
                            (["--global=8", "--kernel=sort"], "no kernel 'sort'"),
                            (["--global=8", "--kernel=copy", "--arg=7:int:1"], "3 arguments"),
                            (["--global=8", "--kernel=copy", "--arg=x:int:1"], "no argument 'x', but: to, "),
                            (["--global=8", "--kernel=copy", "--arg=0:same:2"], "no buffer"),
                            (["--global=8", "--kernel=copy", "--arg=2:long:1"], "argument 2"),
                            (["--global=8", "--local=3", "--kernel=copy", "--quiet"],
                             "CL_INVALID_WORK_GROUP_SIZE; --local must divide --global"),
                            (["--global=99999999999", "--kernel=shift"],
                             "more than half of this machine's memory"),
                            (["--global=9223372036854775807", "--kernel=shift"],
                             "more work-items than there are numbers for"),
                            (["--global=8", "--device=9.9"], "no device '9.9'")):
            done = self.lockstep("kernel", two, *words)
            self.assertEqual(done.returncode, 1, (words, done.stderr))
            self.assertIn(said, done.stderr)

    def test_arguments_of_another_kind_are_said(self):
        """On such PoCL crashes, or reads past the value's end."""
        file = self.write("""typedef struct { int a; } S;
typedef global int *Ints;
kernel void image(read_only image2d_t in, sampler_t how, Ints out) { out[0] = read_imagei(in, how, (int2)(0)).x; }
kernel void others(constant int *table, local int *room, S value, global int *out) {
  room[0] = table[0] + value.a;
  out[0] = room[0];
}
""")
        square, sampler, value = "0:image2d,4x4,rgba:int", "1:sampler:clamp,nearest", "2:bytes:01000000"
        for kernel, given, said in (
                ("image", (square, sampler, "2:buffer,4"), ""),
                ("image", ("0:buffer,64", sampler), "('in', image2d_t) takes an image (image2d,… or view:…), not a buffer"),
                ("image", ("0:image3d,4x4x4,rgba:int", sampler), "not image3d_t"),
                ("image", (square, "1:buffer,64"), "takes a sampler (sampler:…), not a buffer"),
                ("image", (square, sampler, "2:same:0"), "not an image"),
                ("others", ("0:buffer,4", "1:local:4", value), ""),
                ("others", ("0:long:1", value), "('table', int*) takes memory (buffer,…, same:…, sub:… or null), not a value"),
                ("others", ("1:buffer,4", value), "takes local memory (local:SIZE), not a buffer"),
                ("others", ("2:buffer,4",), "takes a value (TYPE:V or bytes:HEX), not a buffer"),
                ("others", ("3:sampler:clamp,nearest", value), "not a sampler"),
                ("others", ("1:local:99999999999", value), "needs more local memory than the ")):
            words = [f"--arg={argument}" for argument in given]
            done = self.lockstep("kernel", file, "--global=1", f"--kernel={kernel}", "--quiet", *words)
            self.assertEqual(done.returncode, 1 if said else 0, (words, done.stderr))
            self.assertIn(said, done.stderr)

    def test_max_findings(self):
        text = "kernel void k(global int *a) {\n" + "".join(
            f"  a[{i}] = get_global_id(0);\n" for i in range(5)) + "}\n"
        report = self.check(text, "--global=32", "--local=32", "--max-findings=2", status=66)
        self.assertEqual(len(report["findings"]), 2)
        self.assertEqual((report["summary"]["errors"], report["summary"]["not_shown"]), (5, 3))

    def test_verbose_explains_each_kernel(self):
        done = self.lockstep("kernel", self.write(COPY), "--global=16", "--verbose")
        self.assertIn("lockstep: kernel copy: 1 launch (1 pruned), ", done.stderr)
        self.assertIn("reads of 'from': nothing in the kernel writes there", done.stderr)


    EXPLAINED = """kernel void k(global const float *in, global float *out, global int *sum) {
  local float tile[16], open[16];
  int l = get_local_id(0), other = ((int)in[0] + l) & 15;
  tile[l] = in[get_global_id(0)];
  open[other] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l] + open[l];
  atomic_inc(sum);
}
"""

    def test_explain_pruning_says_of_each_access_why(self):
        for options, expected in (
                ([], {4: ["barrier-interval"], 5: ["checked"], 7: ["no-meeting", "barrier-interval", "checked"],
                      8: ["no-meeting"]}),
                # Reads of what nothing writes are looked at for their bounds alone.
                (["--prune=off"], {3: ["unwritten"], 4: ["checked", "unwritten"], 5: ["checked"], 7: ["checked"] * 3,
                                   8: ["checked"]})):
            report = self.check(self.EXPLAINED, "--global=32", "--local=16", "--certify=off", "--repeat=2",
                                "--explain-pruning", *options, status=0)
            accesses = report["kernels"][0]["accesses"]
            found = {}
            for access in accesses:
                found.setdefault(access["line"], []).append(access["decision"])
                self.assertEqual(access["launches"], 2, access)
            self.assertEqual({line: sorted(words) for line, words in found.items()},
                             {line: sorted(words) for line, words in expected.items()})
            if not options:
                why = {access["line"]: access["why"] for access in accesses if access["decision"] == "checked"}
                self.assertIn("two work-items may meet at its byte", why[5])

    # Global memory is ordered by an atomic, local memory by barriers alone; or by the fence, too, which makes no
    # difference, unless local memory has atomics, which may order others.
    SYNCHRONISING = """kernel void k(global const float *in, global float *out, global atomic_uint *flag) {
  local float tile[16];
  int l = get_local_id(0);
#ifdef LOCAL
  atomic_store_explicit((local atomic_int *)&tile[l], 0, memory_order_relaxed, memory_scope_work_group);
#endif
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
  atomic_work_item_fence(FLAGS, memory_order_release, memory_scope_device);
  atomic_fetch_add_explicit(flag, 1u, memory_order_relaxed, memory_scope_device);
  atomic_work_item_fence(FLAGS, memory_order_acquire, memory_scope_device);
}
"""

    def test_local_memory_that_barriers_order_is_proven_in_kernels_that_synchronise(self):
        both = "CLK_GLOBAL_MEM_FENCE|CLK_LOCAL_MEM_FENCE"
        for flags, expected in (("CLK_GLOBAL_MEM_FENCE", "barrier-interval"), (both, "barrier-interval"),
                                ("CLK_GLOBAL_MEM_FENCE -DLOCAL", "barrier-interval"), (f"{both} -DLOCAL", "checked")):
            report = self.check(self.SYNCHRONISING, "--global=32", "--local=16", "--explain-pruning",
                                f"--build-options=-cl-std=CL3.0 -DFLAGS={flags}", status=0)
            self.assertEqual([access["decision"] for access in report["kernels"][0]["accesses"]
                              if access["line"] == 7], [expected], flags)

    # A barrier of the whole grid: one work-item of each group waits for the other's, the rest at barriers.
    GRID = """void everyone(global atomic_int *arrived) {
  work_group_barrier(FLAGS);
  if (get_local_id(0) == 0) {
    int n = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device) + 1;
    while (n < 2) n = atomic_load_explicit(arrived, memory_order_acquire, memory_scope_device);
  }
  work_group_barrier(FLAGS);
}
kernel void k(global int *a, global int *b, global atomic_int *arrived) {
  int i = get_global_id(0);
  a[i] = i;
  everyone(arrived);
  b[i] = a[15 - i];
}
"""

    def test_what_one_kernel_cannot_have_is_said(self):
        self.write(check_case.RACE)
        for words, said in ((["k.cl", "--timeout=2"], "--timeout is for several files or folders"),
                            (["k.cl", "k.cl", "--list"], "'k.cl': one file is enough here"),
                            (["k.cl", "--global=8", "--arg=0:int:1,2"], "'int' takes one value, not 2")):
            done = self.lockstep("kernel", *words)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(said, done.stderr)

    def test_a_barrier_that_does_not_name_the_memory_handed_on_is_named(self):
        words = ("--global=16", "--local=8", "--arg=arrived:buffer,4,zeros")
        self.assertEqual(self.check(self.GRID, "--build-options=-cl-std=CL3.0 -DFLAGS=CLK_GLOBAL_MEM_FENCE", *words,
                                    status=0)["findings"], [])
        report = self.check(self.GRID, "--build-options=-cl-std=CL3.0 -DFLAGS=CLK_LOCAL_MEM_FENCE", *words, status=66)
        finding, = report["findings"]
        self.assertEqual((finding["kind"], finding["reach"], finding["cause"]),
                         ("read-write", "inter-group", "barrier-flag"))
        self.assertEqual([barrier["line"] for barrier in finding["barriers"]], [2, 7])
        self.assertIn(".cl:2:3 and ", finding["why"])
        self.assertIn(".cl:7:3 do not name global memory", finding["why"])
        self.assertEqual(finding["repair"], "add CLK_GLOBAL_MEM_FENCE to the barriers' flags")

    FLAG_ELSEWHERE = """kernel void k(global int *data) {
  local atomic_int flag;
  if (get_local_id(0) == 0) atomic_init(&flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    data[0] = 5;
    atomic_work_item_fence(FLAGS, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&flag, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (atomic_load_explicit(&flag, memory_order_relaxed, memory_scope_work_group) == 1) {
    atomic_work_item_fence(FLAGS, memory_order_acquire, memory_scope_work_group);
    data[get_local_id(0)] = data[0];
  }
}
"""

    def test_fences_that_do_not_name_the_flag_are_named(self):
        words = ("--global=4", "--local=4", "--arg=data:buffer,16,zeros")
        self.check(self.FLAG_ELSEWHERE, "--build-options=-cl-std=CL3.0 -DFLAGS=CLK_GLOBAL_MEM_FENCE|CLK_LOCAL_MEM_FENCE",
                   *words, status=0)
        report = self.check(self.FLAG_ELSEWHERE, "--build-options=-cl-std=CL3.0 -DFLAGS=CLK_GLOBAL_MEM_FENCE", *words,
                            status=66)
        finding, = report["findings"]
        self.assertIn("no fence names local memory, too", finding["why"])
        self.assertRegex(finding["repair"], r"CLK_LOCAL_MEM_FENCE \| CLK_GLOBAL_MEM_FENCE at the fences \(.*:7:5, .*:10:5\)")

    def test_fences_that_do_not_name_the_data_are_named(self):
        report = self.check(self.FLAG_ELSEWHERE, "--build-options=-cl-std=CL3.0 -DFLAGS=CLK_LOCAL_MEM_FENCE",
                            "--global=4", "--local=4", "--arg=data:buffer,16,zeros", status=66)
        finding, = report["findings"]
        self.assertIn("the kernel's atomics and fences order no global memory", finding["why"])
        self.assertRegex(finding["repair"], r"CLK_LOCAL_MEM_FENCE \| CLK_GLOBAL_MEM_FENCE at the fences \(.*:7:5, .*:10:5\)")
        # Such kernels are not instrumented for that model.
        self.assertEqual(finding["lockstep_only"], 32)
        self.assertNotIn("--model=lockstep", finding["why"])

    def test_explain_pruning_counts_the_reasons(self):
        done = self.lockstep("kernel", self.write(self.EXPLAINED), "--global=32", "--local=16", "--certify=off",
                             "--explain-pruning")
        self.assertIn("write of local 'tile': dropped in 1 launch: no two work-items of a group meet",
                      done.stderr)
        self.assertIn("lockstep: pruning: accesses by decision: 2 checked, 2 no-meeting, 2 barrier-interval",
                      done.stderr)
        done = self.lockstep("kernel", self.write(self.EXPLAINED), "--global=32", "--local=16", "--certify=off")
        self.assertNotIn("pruning", done.stderr)

    def test_tickets_of_a_counter_that_the_last_group_resets_are_proven(self):
        kernel = pathlib.Path(__file__).resolve().parents[3] / "e2e/kernels/proofs/ticket-reset.fixed.cl"
        text = re.sub("(?m)^//.*\n", "", kernel.read_text())
        done = self.lockstep("kernel", self.write(text), "--build-options=-cl-std=CL3.0", "--global=64", "--local=16",
                             "--arg=0:buffer,4,zeros", "--arg=1:buffer,4,zeros", "--arg=2:buffer,1024,zeros",
                             "--arg=3:buffer,1024,zeros", "--arg=4:uint:8", "--certify=off", "--explain-pruning")
        self.assertIn("write of argument 'out': dropped in 1 launch: no two work-items meet", done.stderr)
        self.assertRegex(done.stderr, "rmw of argument 'next': checked in 1 launch: ")


class ProgramTest(check_case.CheckTest):
    """A whole program, with several processes and bad ends."""

    PROGRAM = """
import os, sys
import pyopencl as cl
context = cl.Context([p for p in cl.get_platforms() if "Portable" in p.name][0].get_devices())
queue = cl.CommandQueue(context)
program = cl.Program(context, sys.argv[1]).build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 256)
program.k(queue, (64,), (16,), buffer)
queue.finish()
exec(sys.argv[2])
"""

    def setUp(self):
        super().setUp()
        try:
            subprocess.run(["/usr/bin/python3", "-c", "import pyopencl"], check=True,
                           capture_output=True)
        except (subprocess.CalledProcessError, FileNotFoundError):
            self.skipTest("no pyopencl")

    def run_program(self, end, *words):
        return self.lockstep("run", *words, "--", "/usr/bin/python3", "-c", self.PROGRAM, RACE, end,
                             env={"PYOPENCL_NO_CACHE": "1"})

    def test_program(self):
        done = self.run_program("print('done')")
        self.assertEqual((done.returncode, done.stdout), (66, "done\n"), done.stderr)
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1)

    def test_kernel_filters(self):
        for word in ("--kernel=^x$", "--exclude-kernel=k"):
            done = self.run_program("pass", word)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("data race", done.stderr)

    def test_the_programs_own_status_wins(self):
        self.assertEqual(self.run_program("sys.exit(3)").returncode, 3)

    def test_what_a_crash_left_is_reported(self):
        done = self.run_program("os.abort()")
        self.assertEqual(done.returncode, -6, done.stderr)
        self.assertIn("lockstep: data race:", done.stderr)
        self.assertIn("processes that ended without exit()", done.stderr)
        # What was found is written before the program's own wait for its launches returns.
        done = self.run_program("os._exit(0)")
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertIn("lockstep: data race:", done.stderr)

    def test_findings_of_child_processes_count(self):
        child = ("import subprocess; sys.exit(subprocess.call([sys.executable, '-c', 'pass']))")
        self.assertEqual(self.run_program(child).returncode, 66)
        report = self.path("r.%p.json")
        done = self.lockstep("run", "--format=json", "--report=" + report, "--", "sh", "-c",
                             '"$@" & "$@"; wait; exit 0', "sh", "/usr/bin/python3", "-c",
                             self.PROGRAM, RACE, "pass", env={"PYOPENCL_NO_CACHE": "1"})
        self.assertEqual(done.returncode, 66, done.stderr)
        files = [name for name in os.listdir(self.folder.name) if name.startswith("r.")]
        self.assertEqual(len(files), 2)
        for name in files:
            with open(self.path(name), encoding="utf-8") as file:
                data = json.load(file)
            jsonschema.validate(data, check_case.SCHEMA)
            self.assertEqual(len(data["findings"]), 1)

    def test_a_forked_child_reports_nothing_of_its_own(self):
        done = self.run_program("pid = os.fork()\nif pid: os.waitpid(pid, 0)")
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertEqual(done.stderr.count("lockstep: summary:"), 1, done.stderr)

    OPENS = "os.open('data', os.O_CREAT | os.O_WRONLY)"
    IN_ITS_PLACE = "import os, sys; {}f = " + OPENS + "; assert f == 2; exec(sys.argv[3])"

    def read_data(self):
        with open(self.path("data"), encoding="utf-8") as file:
            return file.read()

    def test_a_file_in_stderrs_place_gets_no_report(self):
        # Closed and replaced while OpenCL is in use, and before.
        done = self.run_program(f"os.close(2); f = {self.OPENS}; assert f == 2; os.write(f, b'mine')")
        self.assertEqual((done.returncode, self.read_data()), (66, "mine"))
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1)
        done = self.lockstep("run", "--", "/usr/bin/python3", "-c",
                             self.IN_ITS_PLACE.format("os.close(2); "), RACE, "os.write(f, b'mine')",
                             self.PROGRAM, env={"PYOPENCL_NO_CACHE": "1"})
        self.assertEqual((done.returncode, self.read_data()), (66, "mine"))
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1)

    def test_a_file_of_a_program_without_stderr_gets_no_report(self):
        words = ["/usr/bin/python3", "-c", self.IN_ITS_PLACE.format(""), RACE,
                 "os.write(f, b'mine')", self.PROGRAM]
        done = self.lockstep("run", "--", "sh", "-c", 'exec 2>&-; exec "$@"', "sh", *words,
                             env={"PYOPENCL_NO_CACHE": "1"})
        self.assertEqual((done.returncode, self.read_data()), (66, "mine"))
        self.assertEqual(done.stderr.count("lockstep: data race:"), 1)


class Doctor(unittest.TestCase):
    def test_all_is_well_here(self):
        done = subprocess.run([check_case.LOCKSTEP, "doctor"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("self-test: 8 of 8 planted kernels judged rightly", done.stdout)

    def test_what_is_missing_is_said(self):
        done = subprocess.run([check_case.LOCKSTEP, "doctor"], capture_output=True, text=True, timeout=300,
                              env=dict(os.environ, OCL_ICD_VENDORS="/nothing/here"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("OCL_ICD_VENDORS=/nothing/here names nothing that is there", done.stdout)


if __name__ == "__main__":
    check_case.main()
