#!/usr/bin/python3
"""pyopencl arrays: arithmetic, comparison, reductions and random fill through its generated kernels."""
import numpy
import pyopencl
import pyopencl.array as cl_array
import pyopencl.clmath

context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
a = cl_array.arange(queue, 1000, dtype=numpy.float32)
b = cl_array.to_device(queue, numpy.linspace(1, 2, 1000).astype(numpy.float32))
c = (2 * a + b * b) / (b + 1) - a
c[10:20] = 7
print("sum of elements 0..19:", [round(float(x), 3) for x in c.get()[:20]])
print("sqrt:", [round(float(x), 3) for x in pyopencl.clmath.sqrt(a).get()[:5]])
print("where:", cl_array.if_positive(a - 500, a, b).get()[[0, 499, 501, 999]].round(3).tolist())
print("sum:", float(cl_array.sum(a).get()), "max:", float(cl_array.max(a).get()))
print("dot:", round(float(cl_array.dot(b, b).get()), 2))
