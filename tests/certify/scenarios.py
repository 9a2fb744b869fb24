#!/usr/bin/python3
"""Launches the kernels of scenarios.cl so that certificates have something to get wrong.

Each scenario launches one kernel several times; what changes in between is in its name. Run under
lockstep by check_scenarios.py, which compares the findings with those of a run without certificates.
"""
import pathlib

import numpy as np
import pyopencl as cl

HERE = pathlib.Path(__file__).resolve().parent
N = 64
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, (HERE / "scenarios.cl").read_text()).build()
FLAGS = cl.mem_flags


def buffer(values=None, words=4 * N):
    data = np.zeros(words, np.int32) if values is None else np.resize(np.array(values, np.int32), words)
    return cl.Buffer(context, FLAGS.READ_WRITE | FLAGS.COPY_HOST_PTR, hostbuf=data)


def launch(name, *arguments, size=N, group=32, offset=None, wait=True):
    kernel = KERNELS.setdefault(name, cl.Kernel(program, name))
    kernel.set_args(*arguments)
    cl.enqueue_nd_range_kernel(queue, kernel, (size,), (group,), offset)
    if wait:
        queue.finish()


KERNELS = {}
a, ramp = buffer(), buffer(range(N))
flat = buffer([1] * N)

for _ in range(5):
    launch("reduce", buffer(), cl.LocalMemory(4 * 32))
for size in (64, 64, 128):
    launch("by_global_size", a, size=size)
for group in (32, 32, 16):
    launch("by_group_size", a, group=group)
for offset in (None, None, (8,)):
    launch("by_offset", a, offset=offset)
for n in (1, 1, 7, 1):
    launch("by_scalar", a, np.int32(n))
for x in (0.25, 0.25, 0.75):
    launch("by_float", a, np.float32(x))
for n in (1, 1, 7):
    launch("by_struct", a, np.array([(n, 1)], np.dtype([("n", np.int32), ("x", np.float32)]))[0])
other = buffer()
for b in (other, buffer(), a):  # another buffer of the same size is the same to a certificate
    launch("by_alias", a, b)
parent = buffer(words=4096)
for second in (2048, 4096, 128):
    parts = [parent.get_sub_region(at, 1024) for at in (0, second)]
    launch("by_overlap", *parts)
    launch("by_overlap", *parts)
for b in (other, other, None):
    launch("by_null", a, b)
for b in (ramp, ramp, flat):
    launch("address", a, b)
for b in (buffer([1] + [0] * 63), buffer([0]), flat):
    launch("branch", a, b)
for b in (flat, flat, buffer([3])):
    launch("trips", a, b)
for b in (0.0, 0.0, 1.0):
    data = np.full(N, b, np.float32)
    launch("real_branch", a, cl.Buffer(context, FLAGS.READ_ONLY | FLAGS.COPY_HOST_PTR, hostbuf=data))
for b in (flat, flat, ramp):
    launch("same_value", a, b)
for b in (flat, ramp, buffer([3, 1])):
    launch("value_only", a, b)
for _ in range(3):
    launch("outside", a)
for _ in range(3):
    launch("counter", a)
for _ in range(3):
    launch("ticket", a, buffer())
launch("local_address", a, ramp, cl.LocalMemory(128))
launch("local_address", a, flat, cl.LocalMemory(128))
image = cl.Image(context, FLAGS.WRITE_ONLY, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT),
                 shape=(64, 1))
for b in (ramp, ramp, flat):
    launch("texel", image, b)
for b in (buffer([0, 32]), buffer([0, 32]), buffer([0, 16])):
    launch("copied", a, cl.LocalMemory(128), b)
# None of these has landed when the next begins; all are checked, or stand certified by one that has.
for _ in range(8):
    launch("never_waited", a, wait=False)
queue.finish()
launch("never_waited", a)
