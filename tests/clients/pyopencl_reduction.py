#!/usr/bin/python3
"""pyopencl.reduction.ReductionKernel: a tree in local memory, two stages."""
import numpy
import pyopencl
import pyopencl.array as cl_array
from pyopencl.reduction import ReductionKernel

context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
a = cl_array.arange(queue, 20000, dtype=numpy.int32)
b = cl_array.to_device(queue, (numpy.arange(20000) % 17).astype(numpy.int32))
dot = ReductionKernel(context, numpy.int32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]%101",
                      arguments="__global int *x, __global int *y")
largest = ReductionKernel(context, numpy.int32, neutral="-1", reduce_expr="max(a,b)",
                          map_expr="x[i]%977", arguments="__global int *x")
print("dot:", int(dot(a, b).get()), "expected", int((a.get() * b.get() % 101).sum()))
print("largest:", int(largest(a).get()))
