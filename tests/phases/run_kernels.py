#!/usr/bin/python3
"""Launches the kernels of a batch once each. Usage: run_kernels.py FIRST COUNT [MODULE], the generator's module"""
import importlib
import sys

import numpy as np
import pyopencl as cl

import random_kernels

first, count = int(sys.argv[1]), int(sys.argv[2])
generator = importlib.import_module(sys.argv[3] if len(sys.argv) > 3 else "random_kernels")
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
kernels = {seed: generator.Generator(seed).kernel() for seed in range(first, first + count)}
text = "".join(generator.opencl(kernel, f"k{seed}") for seed, kernel in kernels.items())
program = cl.Program(context, text).build("-cl-opt-disable")
flags = cl.mem_flags
for seed, kernel in kernels.items():
    x, y = kernel["shape"]
    data = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR,
                     hostbuf=np.array(random_kernels.data_of(seed), np.int32))
    out = cl.Buffer(context, flags.READ_WRITE, 4 * x * y * random_kernels.GROUPS)
    launch = cl.Kernel(program, f"k{seed}")
    launch.set_args(data, out, np.int32(kernel["n"]))
    cl.enqueue_nd_range_kernel(queue, launch, (x * random_kernels.GROUPS, y), (x, y)).wait()
