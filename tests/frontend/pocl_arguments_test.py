#!/usr/bin/env python3
"""Arguments of every kind arrive in code of our front end as they do in PoCL's own.

Structures, vectors of three, small integers, constant and local pointers, and printf.
Usage: pocl_arguments_test.py LOCKSTEP_CC
"""
import os
import sys
import tempfile

import numpy as np
import pyopencl as cl

import driver

SOURCE = r"""
typedef struct { char c; double d; int n[3]; float3 v; short s; } Mixed;
typedef struct { uchar b; } Small;
constant int table[4] = {5, 6, 7, 8};
kernel void arguments(global double *out, Mixed m, Small s, float3 v, uchar u, short16 w, long l,
                      constant int *c, local int *t, ulong2 p, float f, int4 h) {
  int i = 0;
  t[0] = table[2];
  out[i++] = m.c; out[i++] = m.d; out[i++] = m.n[2]; out[i++] = m.v.z; out[i++] = m.s;
  out[i++] = s.b; out[i++] = v.x; out[i++] = v.z; out[i++] = u; out[i++] = w.sf; out[i++] = l;
  out[i++] = c[1]; out[i++] = t[0]; out[i++] = p.y; out[i++] = f; out[i++] = h.w;
  out[i++] = sizeof(Mixed); out[i++] = sizeof(float3);
  printf("%d %s %v4hld %v3hlf %lx %%\n", i, "text", h, v, l);
}
"""
VALUES = 18


def arguments(context):
    # char at 0, double at 8, int[3] at 16, float3 at 32 (16 bytes), short at 48; 64 in all.
    mixed = bytearray(64)
    mixed[0:1] = np.int8(-3).tobytes()
    mixed[8:16] = np.float64(2.5).tobytes()
    mixed[16:28] = np.array([1, 2, 33], np.int32).tobytes()
    mixed[32:44] = np.array([.1, .2, .75], np.float32).tobytes()
    mixed[48:50] = np.int16(-7).tobytes()
    flags = cl.mem_flags.COPY_HOST_PTR
    constant = cl.Buffer(context, flags, hostbuf=np.array([1, 42], np.int32))
    return [bytes(mixed), np.uint8(200), np.array([1.5, 2.5, 3.5, 0], np.float32), np.uint8(255),
            np.arange(16, dtype=np.int16), np.int64(-(1 << 40)), constant, cl.LocalMemory(16),
            np.array([1, 1 << 50], np.uint64), np.float32(.5), np.array([1, 2, 3, 4], np.int32)]


def run(context, program):
    """The values that the kernel stored and what it printed."""
    queue = cl.CommandQueue(context)
    result = np.zeros(VALUES, np.float64)
    out = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=result)
    kernel = cl._cl.Kernel(program, "arguments")
    kernel.set_arg(0, out)
    given = arguments(context)
    for i, value in enumerate(given):
        kernel.set_arg(i + 1, value)
    sys.stdout.flush()
    saved = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        cl.enqueue_nd_range_kernel(queue, kernel, (1,), (1,))
        queue.finish()
        os.dup2(saved, 1)
        file.seek(0)
        printed = file.read().decode()
    cl.enqueue_copy(queue, result, out)
    return list(result), printed


def main():
    device = driver.pocl_device()
    context = cl.Context([device])
    theirs = run(context, driver.build_source(context, device, SOURCE, ""))
    code = driver.lockstep_cc(sys.argv[1], device, SOURCE, "", "plain")
    ours = run(context, driver.build_code(context, device, code, ""))
    print("PoCL:", theirs)
    print("ours:", ours)
    sys.exit(0 if theirs == ours and theirs[1] else 1)


if __name__ == "__main__":
    main()
