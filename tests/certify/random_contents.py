#!/usr/bin/python3
"""Launches random kernels whose accesses are decided by what is in memory, which changes in between, or does not.

Usage: random_contents.py SEED COUNT

Each kernel is launched some times. In front of each launch one of its buffers may be changed in one of the ways of
contents.py, to a content with which it races or one with which it does not, or another buffer may take its place. Run
under lockstep by check_random_contents.py.
"""
import random
import sys
import time

import numpy as np
import pyopencl as cl

import contents

N = contents.N
LAUNCHES = 9
GOOD = 4  # so many begin with contents with which most kernels do not race

# Places of one work-item, where `r` and `s` are lists, `m` is one in constant memory, `c` is a count.
PLACES = ["r[g]", "s[r[g]]", "r[s[g] ^ 1]", "m[g]", "m[r[g]]", "(c[0] > 2 ? r : s)[g]", "r[g ^ 1] & 63", "own[g & 3] + 4 * (g / 4)",
          "r[(g + c[0]) & 63]", "(c[1] > 0 ? g : 63 - g)", "p[g].x", "as_int(f[g])", "vload2(g / 2, r).x + (g & 1)",
          "g", "63 - g"]
# What a work-item does; PLACE is one of those.
STATEMENTS = [
    "out[PLACE] = in[g];",
    "out[PLACE] += in[g];",
    "if (r[g] != 3) out[PLACE] = g;",
    "if (c[0] > 2) out[PLACE] = g; else out[63 - g] = g;",
    "for (int k = 0; k < c[1]; ++k) out[(PLACE + k * 64) & 127] = k;",
    "for (int k = s[g]; k <= s[g]; ++k) out[k] = in[k];",
    "{ int n = in[g]; out[PLACE] = n > 5 ? n : 5; }",
    "atomic_add(&out[PLACE], 1);",
    "out[PLACE] = in[PLACE];",
    "t[l] = r[g]; barrier(CLK_LOCAL_MEM_FENCE); out[t[l] & 63] = g; barrier(CLK_LOCAL_MEM_FENCE);",
    "if (c[0] == 5) { t[l ^ 1] = g; barrier(CLK_LOCAL_MEM_FENCE); }",
    "t[r[g] & 15] = g;",
    "if (g == 0) s[5] = s[5];",
    "if (in[g] > 70) out[0] = g;",
]
ARGUMENTS = ("global int *out, global const int *in, global const int *r, global int *s, constant int *m, "
             "global const int *c, global const pair *p, global const float *f, local int *t")
LISTS = ["r", "s", "m", "p", "f"]
# What is read beyond a list, or leads beyond the buffer, is found as that.
BEYOND = 100


def source(chance, name):
    place = chance.choice(PLACES)  # mostly the same for all statements, which then are no race of each other's
    lines = [chance.choice(STATEMENTS).replace("PLACE", place if chance.random() < 0.9 else chance.choice(PLACES))
             for _ in range(chance.choice([1, 1, 1, 2, 3]))]
    return "\n".join([
        f"kernel void {name}({ARGUMENTS}) {{", "  int g = get_global_id(0), l = get_local_id(0);",
        "  int own[4] = {r[g & ~3] & 3, r[(g & ~3) + 1] & 3, r[(g & ~3) + 2] & 3, r[(g & ~3) + 3] & 3};",
        *("  " + line for line in lines), "}", ""])


class Kernel:
    """One kernel, its buffers, and what is in them."""

    def __init__(self, stage, chance, name):
        self.stage, self.chance, self.name = stage, chance, name
        self.out = stage.buffer(np.zeros(2 * N, np.int32))
        self.buffers = {one: stage.buffer(self.content(one)) for one in [*LISTS, "c", "in"]}

    def content(self, one, good=True):
        chance = self.chance
        if one == "c":
            return np.array([chance.randint(0, 5), chance.randint(0, 2)] + [0] * (N - 2), np.int32)
        if one == "in":
            return np.array([chance.randint(0, 63) for _ in range(N)], np.int32)
        places = list(range(N))
        if chance.random() < 0.7:
            places = [place ^ chance.choice([1, 2, 7]) for place in places] if chance.random() < 0.5 else places[::-1]
        if not good:
            places[chance.randrange(N)] = chance.choice(places)
            if chance.random() < 0.1:
                places[3] = BEYOND * 8
        values = np.array(places, np.int32)
        return np.repeat(values, 2) if one == "p" else values

    def change(self, good):
        one = self.chance.choice([*LISTS, "c", "in", "r", "r", "s"])
        content = self.content(one, good or self.chance.random() < 0.6)
        # The ways are for N numbers: the first half of pairs, too.
        way = self.chance.choice([*contents.WAYS, "other"])
        if good and way in (contents.fill, contents.write_part):
            way = contents.write  # these leave other numbers than those
        if way is contents.map_that_stays:  # what is launched then is not defined
            way = contents.map_and_write
        if way == "other":
            self.buffers[one] = self.stage.buffer(content)
        else:
            way(self.stage, self.buffers[one], content[:N])

    def run(self):
        for number in range(LAUNCHES):
            if self.chance.random() < 0.35:
                self.change(number < GOOD)
            b = self.buffers
            self.stage.run(self.name, self.out, b["in"], b["r"], b["s"], b["m"], b["c"], b["p"], b["f"],
                           cl.LocalMemory(64))
            self.stage.queue.finish()
            if self.chance.random() < 0.8:
                time.sleep(0.003)


def main():
    chance = random.Random(sys.argv[1])
    names = [f"k{i}" for i in range(int(sys.argv[2]))]
    text = "typedef struct { int x, y; } pair;\n" + "".join(source(chance, name) for name in names)
    stage = contents.Stage([], text)
    for name in names:
        Kernel(stage, chance, name).run()


if __name__ == "__main__":
    main()
