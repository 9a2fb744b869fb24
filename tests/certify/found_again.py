#!/usr/bin/python3
"""Launches each kernel of found_again.cl equally, and once in another way. Run by check_found_again.py."""
import pathlib
import re

import numpy as np
import pyopencl as cl

HERE = pathlib.Path(__file__).resolve().parent
N, GROUP, EQUAL = 64, 16, 6
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
source = (HERE / "found_again.cl").read_text()
program = cl.Program(context, source).build()


def buffer(values):
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    return cl.Buffer(context, flags, hostbuf=np.array(values, np.int32))


ramp, half = buffer(range(N)), buffer([i // 2 for i in range(N)])
ramp_then_sevens = buffer([*range(GROUP)] + [7] * (N - GROUP))
sevens, but_last = buffer([7] * N), buffer([*range(N - 1), N - 2])
# Kernel -> what decides in its first launches, and in its last one: the data, or the scalar.
DATA = {"listed": (half, ramp), "equal_first": (sevens, ramp), "partly": (but_last, ramp),
        "another_statement": (half, ramp), "between_groups": (ramp_then_sevens, ramp)}
written = buffer([0] * 2 * N)
for name in re.findall(r"kernel void (\w+)", source):
    kernel = cl.Kernel(program, name)
    for last in [False] * EQUAL + [True]:
        kernel.set_args(written, DATA.get(name, (ramp, ramp))[last], np.int32(9 if last else 1))
        cl.enqueue_nd_range_kernel(queue, kernel, (N,), (GROUP,))
        queue.finish()
