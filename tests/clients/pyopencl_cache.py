#!/usr/bin/python3
"""One program with a racy kernel and its repaired twin, built with pyopencl's cache of binaries on."""
import numpy
import pyopencl as cl
import pyopencl.characterize

# Newer versions leave PoCL's programs to PoCL's own cache; here pyopencl's is the subject.
pyopencl.characterize.has_src_build_cache = lambda device: False

SOURCE = """
kernel void racy(global int *a) { a[0] = get_group_id(0); }
kernel void fixed(global int *a) { a[get_global_id(0)] = get_group_id(0); }
"""

device = [d for p in cl.get_platforms() if "Portable" in p.name for d in p.get_devices()][0]
context = cl.Context([device])
queue = cl.CommandQueue(context)
program = cl.Program(context, SOURCE).build()
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 256)
program.racy(queue, (64,), (16,), buffer)
program.fixed(queue, (64,), (16,), buffer)
result = numpy.zeros(64, numpy.int32)
cl.enqueue_copy(queue, result, buffer)
print(result.sum())
