#!/usr/bin/python3
"""Launches random kernels whose certificates are easy to get and easy to get wrong.

Usage: random_launches.py SEED COUNT

Each kernel touches what its ids, its arguments and its geometry say, never what memory holds. It is launched three
times alike, once with ONE thing changed that the host can see, and again as at first; what is changed stands in the
kernel's name. Run under lockstep by check_random.py.
"""
import random
import sys

import numpy as np
import pyopencl as cl

WORDS = 1024
FLAGS = cl.mem_flags

# Places that differ between the work-items of the usual launch: 64 of them in groups of 16, n = 1, x = 0.25.
PLACES = ["g", "g ^ 1", "g ^ 5", "G - 1 - g", "w * L + (L - 1 - l)", "2 * g + n", "g * n", "g + 64 * n", "l + 16 * w",
          "(l * n) % 16 + 16 * w", "g % (64 * n)", "(g + n) % G", "g - o", "q.n * g", "16 * w + (l ^ q.n)",
          "g + (int)(4 * x)", "W * l + w"]
# What can be changed -> places at which work-items meet once it is, and what tells such a launch apart.
CHANGES = {
    "size": (["g & 63", "g % 64", "min(g, 63)"], "G > 64"),
    "group": (["l + (g & ~15)", "l + w / 2 * 16"], "L < 16"),
    "offset": (["min(g, 63)", "g | o"], "o > 0"),
    "scalar": (["g / n", "g * (2 - n)", "g & ~(n - 1)"], "n == 2"),
    "real": (["(x < 0.5f ? g : g / 2)", "g & ~(int)(2 * x)"], "x > 0.5f"),
    "struct": (["g / q.n", "g * (2 - q.n)"], "q.n == 2"),
    "alias": (["g"], "a == b"),
    "overlap": (["g"], "0"),
    "null": (["g"], "b == 0"),
    "dimensions": (["g"], "get_work_dim() == 2"),
    "memory": (["g"], "0"),
    "local": (["g"], "0"),
    "nothing": (["g"], "0"),
}
NAMES = list(CHANGES)


def body(chance, change):
    """Statements of one kernel; `a` and `b` are global, `t` is local memory. Most kernels race only after `change`."""
    told_by, condition = CHANGES[change]
    by_place = chance.random() < 0.5
    place = chance.choice(told_by if by_place else PLACES)
    # Only read, unless b is a, or lies over a part of it.
    beside = f"if (b != 0) a[({place}) & 511] += b[({chance.choice(PLACES)}) & 511];"
    lines = [f"a[({place}) & 511] += {chance.randint(1, 3)};"]
    if change in ("alias", "overlap"):
        lines.append(beside)
    elif not by_place or told_by == ["g"]:
        lines.append(f"if ({condition}) a[{chance.randint(512, 600)}] = g;")
    for _ in range(chance.randint(1, 3)):
        kind = chance.randrange(3)
        if kind == 0:
            lines.append(beside)
        elif kind == 1:
            lines.append(f"t[({chance.choice(['l', 'l ^ 1', 'L - 1 - l', 'l * n', 'l ^ q.n'])}) & 15] = g;")
            lines.append("barrier(CLK_LOCAL_MEM_FENCE);" if chance.random() < 0.8 else "")
            lines.append(f"a[({place}) & 511] += t[(l + {chance.randint(0, 1)}) & 15];")
            lines.append("barrier(CLK_LOCAL_MEM_FENCE);")
        elif chance.random() < 0.2:
            lines.append(f"a[({chance.choice(PLACES)}) & 511] += 1;")  # may race at once
    return lines


def source(name, lines):
    return "\n".join([
        f"kernel void {name}(global int *a, global int *b, local int *t, int n, float x, pair q) {{",
        "  int g = get_global_id(0), l = get_local_id(0), w = get_group_id(0), G = get_global_size(0);",
        "  int L = get_local_size(0), W = get_num_groups(0), o = get_global_offset(0);",
        *("  " + line for line in lines), "}", ""])


class Launches:
    def __init__(self, seed, count):
        chance = random.Random(seed)
        self.context = cl.create_some_context(interactive=False)
        self.queue = cl.CommandQueue(self.context)
        self.names = [f"k{i}_{NAMES[i % len(NAMES)]}" for i in range(count)]
        text = "typedef struct { int n; float x; } pair;\n"
        text += "".join(source(name, body(chance, name.split("_")[1])) for name in self.names)
        self.program = cl.Program(self.context, text).build()
        self.pair = np.dtype([("n", np.int32), ("x", np.float32)])
        self.parent = cl.Buffer(self.context, FLAGS.READ_WRITE, 4 * 4 * WORDS)

    def buffer(self, words=WORDS):
        return cl.Buffer(self.context, FLAGS.READ_WRITE | FLAGS.COPY_HOST_PTR, hostbuf=np.zeros(words, np.int32))

    def part(self, start, words):
        """Words of one buffer, from `start` on."""
        return self.parent.get_sub_region(4 * start, 4 * words)

    def launch(self, name, change):
        """One launch of kernel `name`, usual but for `change`."""
        size, group, offset = (64,), (16,), None
        a, b = self.buffer(), self.buffer()
        arguments = {"t": cl.LocalMemory(64), "n": np.int32(1), "x": np.float32(0.25),
                     "q": np.array([(1, 1.0)], self.pair)[0]}
        if name.endswith("_overlap"):
            a = self.part(0, WORDS)
            b = self.part(32 if change else 2 * WORDS, WORDS)
        if change == "size":
            size = (128,)
        elif change == "group":
            group = (8,)
        elif change == "offset":
            offset = (16,)
        elif change == "scalar":
            arguments["n"] = np.int32(2)
        elif change == "real":
            arguments["x"] = np.float32(0.75)
        elif change == "struct":
            arguments["q"] = np.array([(2, 1.0)], self.pair)[0]
        elif change == "alias":
            b = a
        elif change == "null":
            b = None
        elif change == "dimensions":
            size, group = (64, 2), (16, 1)
        elif change == "memory":
            a = self.buffer(2 * WORDS)
        elif change == "local":
            arguments["t"] = cl.LocalMemory(128)
        kernel = cl.Kernel(self.program, name)
        kernel.set_args(a, b, *arguments.values())
        cl.enqueue_nd_range_kernel(self.queue, kernel, size, group, offset)
        self.queue.finish()

    def run(self):
        for name in self.names:
            for change in (None, None, None, name.split("_")[1], None):
                self.launch(name, change)


if __name__ == "__main__":
    Launches(int(sys.argv[1]), int(sys.argv[2])).run()
