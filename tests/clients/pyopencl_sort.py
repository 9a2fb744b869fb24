#!/usr/bin/python3
"""pyopencl.algorithm.RadixSort: many scans in turn on the same buffers."""
import numpy
import pyopencl
import pyopencl.array as cl_array
from pyopencl.algorithm import RadixSort

context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
host = (numpy.arange(5000, dtype=numpy.uint32) * 2654435761 % 1000).astype(numpy.int32)
sort = RadixSort(context, "int *ary", key_expr="ary[i]", sort_arg_names=["ary"], key_dtype=numpy.int32)
(result,), event = sort(cl_array.to_device(queue, host), key_bits=12)
event.wait() if event is not None else queue.finish()
print("sorted equals numpy's:", bool((result.get() == numpy.sort(host)).all()))
