#!/usr/bin/python3
"""Launches the kernels of a batch once each. Usage: run_global.py FIRST COUNT"""
import sys

import numpy as np
import pyopencl as cl

import random_global

first, count = int(sys.argv[1]), int(sys.argv[2])
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
kernels = {seed: random_global.Generator(seed).kernel() for seed in range(first, first + count)}
text = "".join(random_global.opencl(kernel, f"k{seed}") for seed, kernel in kernels.items())
program = cl.Program(context, text).build("-cl-opt-disable")
flags = cl.mem_flags
for seed, kernel in kernels.items():
    local, groups = kernel["shape"]
    shared = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR,
                       hostbuf=np.full(random_global.CELLS, -1, np.int32))
    out = cl.Buffer(context, flags.READ_WRITE, 4 * local * groups)
    launch = cl.Kernel(program, f"k{seed}")
    launch.set_args(shared, out, np.int32(kernel["n"]))
    cl.enqueue_nd_range_kernel(queue, launch, (local * groups,), (local,)).wait()
