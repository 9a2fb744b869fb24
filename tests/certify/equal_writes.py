#!/usr/bin/python3
"""Launches each kernel of equal_writes.cl with equal data, and then with other. Run by check_equal_writes.py."""
import pathlib
import re

import numpy as np
import pyopencl as cl

HERE = pathlib.Path(__file__).resolve().parent
N, GROUP, EQUAL = 64, 16, 6
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
source = (HERE / "equal_writes.cl").read_text()
program = cl.Program(context, source).build()


def buffer(values):
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    return cl.Buffer(context, flags, hostbuf=np.array(values, np.int32))


def launch(kernel, data):
    written = buffer([0] * N)  # PoCL 3.1 does not keep what is only an argument
    kernel.set_args(written, data, cl.LocalMemory(4 * GROUP), np.int32(5))
    cl.enqueue_nd_range_kernel(queue, kernel, (N,), (GROUP,))
    queue.finish()


zeros, ones = buffer([0] * N), buffer([1] * N)
for name in re.findall(r"kernel void (\w+)", source):
    kernel = cl.Kernel(program, name)
    for _ in range(EQUAL):
        launch(kernel, zeros)
    launch(kernel, ones)
