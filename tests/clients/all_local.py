#!/usr/bin/python3
"""Fills a tile as large as the device's local memory, as programs do that ask for its size: with a barrier, and without."""
import numpy
import pyopencl

SOURCE = """
kernel void mended(global int *out, local int *tile, int n) {
  int lid = get_local_id(0), size = get_local_size(0);
  for (int i = lid; i < n; i += size) tile[i] = i ^ out[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[1 + get_global_id(0)] = tile[(n - 1 - lid * 7) & ~out[1 + get_global_id(0)]];
}
kernel void racy(global int *out, local int *tile, int n) {
  int lid = get_local_id(0), size = get_local_size(0);
  for (int i = lid; i < n; i += size) tile[i] = i ^ out[0];
  out[1 + get_global_id(0)] = tile[lid & ~out[1 + get_global_id(0)]];
  tile[(lid + 1) % size] = 7;
}
"""

context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
queue = pyopencl.CommandQueue(context)
size = context.devices[0].local_mem_size
program = pyopencl.Program(context, SOURCE).build()
for name in "mended", "racy":
    out = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 4 * 1025)
    pyopencl.enqueue_fill_buffer(queue, out, numpy.int32(0), 0, 4 * 1025)
    getattr(program, name)(queue, (1024,), (64,), out, pyopencl.LocalMemory(size), numpy.int32(size // 4))
    result = numpy.empty(1025, numpy.int32)
    pyopencl.enqueue_copy(queue, result, out)
    if name == "mended":
        expected = [size // 4 - 1 - lid * 7 for lid in range(64)] * 16
        print("all of local memory, as expected:", list(result[1:]) == expected)
