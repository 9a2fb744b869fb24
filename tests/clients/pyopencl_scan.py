#!/usr/bin/python3
"""pyopencl.scan.GenericScanKernel: prefix sums and stream compaction over several work-groups."""
import numpy
import pyopencl
import pyopencl.array as cl_array
from pyopencl.scan import GenericScanKernel

context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
host = (numpy.arange(10000) % 7).astype(numpy.int32)
a = cl_array.to_device(queue, host)
GenericScanKernel(context, numpy.int32, arguments="__global int *ary", input_expr="ary[i]",
                  scan_expr="a+b", neutral="0", output_statement="ary[i] = item;")(a)
print("prefix sum equals numpy's:", bool((a.get() == host.cumsum()).all()), int(a.get()[-1]))

kept = cl_array.zeros(queue, 10000, dtype=numpy.int32)
count = cl_array.zeros(queue, 1, dtype=numpy.int32)
compact = GenericScanKernel(
    context, numpy.int32, arguments="__global int *ary, __global int *out, __global int *count",
    input_expr="(ary[i] > 3) ? 1 : 0", scan_expr="a+b", neutral="0",
    output_statement="if (prev_item != item) out[item-1] = ary[i]; if (i+1 == N) *count = item;")
compact(cl_array.to_device(queue, host), kept, count)
number = int(count.get()[0])
print("kept:", number, "equal:", bool((kept.get()[:number] == host[host > 3]).all()))
