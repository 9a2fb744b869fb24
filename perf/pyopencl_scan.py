#!/usr/bin/python3
"""pyopencl's GenericScanKernel, prefix sums of n numbers, measured as lockstep-perf measures its kernels.

Of several kernels only the last has an event: `kernel_ms` is from the call to the end of finish(), and
there is no figure for the first launch, in which the driver compiles.
"""
import json
import os
import resource
import statistics
import time

import numpy
import pyopencl
import pyopencl.array as cl_array
from pyopencl.scan import GenericScanKernel

n = 1 << (13 if os.environ.get("LOCKSTEP_PERF_SIZE") == "small" else 20)
context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
host = (numpy.arange(n) % 7).astype(numpy.int32)
numbers, sums = cl_array.to_device(queue, host), cl_array.zeros(queue, n, dtype=numpy.int32)
scan = GenericScanKernel(context, numpy.int32, arguments="__global const int *in, __global int *out",
                         input_expr="in[i]", scan_expr="a+b", neutral="0",
                         output_statement="out[i] = item;")


def run():
    start = time.perf_counter()
    scan(numbers, sums)
    queue.finish()
    return (time.perf_counter() - start) * 1e3


first = run()
times = [run() for _ in range(int(os.environ.get("LOCKSTEP_PERF_LAUNCHES", "5")))]
if not (sums.get() == host.cumsum()).all():
    raise SystemExit("perf: pyopencl's sums are wrong")
print(json.dumps({"benchmarks": [{
    "name": f"pyopencl_scan/{n}", "real_time": statistics.mean(times), "first_ms": first,
    "kernel_ms": statistics.median(times),
    "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}]}))
