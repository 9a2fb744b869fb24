#!/usr/bin/env python3
"""A program compiled by our front end computes, bit for bit, what PoCL's own front end makes of it.

With -cl-fast-relaxed-math that is so only where the driver takes our front end's output as it is: where it comes as
SPIR-V two compilers have optimised it, and what they may reorder they do. Then the results are as near as TOLERANCE.
Every expression is evaluated on random numbers by both; no pass of ours has touched the code.
Usage: pocl_numbers_test.py LOCKSTEP_CC [build option]...
"""
import sys

import numpy as np
import pyopencl as cl

import driver

FLOATS = """x*y+z  x*y-z*y  x/y  1.0f/x  1.0/x  x*0.1  sqrt(x)  rsqrt(x)  x*x*x+y*y+z*z+x*y
 fma(x,y,z)  mad(x,y,z)  (float)((double)x*y+z)  x*1e-40f  fmod(x,y)  mix(x,y,z)  clamp(x,y,z)
 sin(x)  cos(y)  tan(x)  atan2(x,y)  sinpi(x)  hypot(x,y)  cbrt(x)  erf(x)  tgamma(y)
 exp(z)  exp2(x)  exp10(y)  log(x)  log2(x)  pow(x,y)  smoothstep(x,y,z)
 native_sin(x)  native_exp(y)  native_divide(x,y)  native_sqrt(x)
 length((float4)(x,y,z,1))  dot((float4)(x,y,z,1),(float4)(y,z,x,2))  normalize((float3)(x,y,z)).x
 sin((float4)(x,y,z,x)).z  pow((float8)(x),(float8)(y)).s3  convert_int_rte(x)  convert_uchar_sat(x*50)
 half_cos(x)  half_powr(x,y)  half_sqrt((float4)(x,y,z,x)).z  half_divide((float2)(x,y),(float2)(z,x)).y
 half_recip((float3)(x,y,z)).y  half_exp((float4)(x,y,z,1)).x
 vload_half(0,(global_half)&p[-1])  as_float(mul_hi(as_int(x),as_int(y)))
 as_float(rotate(as_uint(x),7u))  (float)(get_global_id(0)*get_local_id(0)+get_num_groups(0))""".split()
COUNT = 2048
TOLERANCE = 2.0 ** -15  # of 1 at least: the inputs' products go to 1,000


def source():
    lines = ["typedef const global half *global_half;",
             "kernel void numbers(global const float *in, global float *out) {",
             "  int i = get_global_id(0);",
             "  float x = in[3*i], y = in[3*i+1], z = in[3*i+2];",
             "  global float *p = out + 1 + i * %d;" % (len(FLOATS) + 1), "  p[-1] = x;"]
    lines += ["  p[%d] = %s;" % (i, text) for i, text in enumerate(FLOATS)]
    return "\n".join(lines + ["}", ""])


def run(context, program):
    queue = cl.CommandQueue(context)
    numbers = (np.random.RandomState(1).rand(3 * COUNT) * 10).astype(np.float32)
    result = np.zeros(COUNT * (len(FLOATS) + 1), np.float32)
    flags = cl.mem_flags.COPY_HOST_PTR
    given = cl.Buffer(context, flags, hostbuf=numbers)
    out = cl.Buffer(context, flags, hostbuf=result)
    kernel = cl._cl.Kernel(program, "numbers")
    kernel.set_arg(0, given)
    kernel.set_arg(1, out)
    cl.enqueue_nd_range_kernel(queue, kernel, (COUNT,), (64,))
    cl.enqueue_copy(queue, result, out)
    return result.reshape(COUNT, -1)[:, 1:]


def main():
    tool, options = sys.argv[1], " ".join(sys.argv[2:])
    device = driver.pocl_device()
    context = cl.Context([device])
    theirs = run(context, driver.build_source(context, device, source(), options))
    code = driver.lockstep_cc(tool, device, source(), options, "plain")
    # The options that an image names as build_options.
    flush = "-cl-denorms-are-zero" if "-cl-denorms-are-zero" in options else ""
    ours = run(context, driver.build_code(context, device, code, flush))
    roughly = "-cl-fast-relaxed-math" in options and driver.takes_spirv(device)
    wrong = 0
    for i, text in enumerate(FLOATS):
        a, b = theirs[:, i].copy(), ours[:, i].copy()
        bad = (a.view(np.uint32) != b.view(np.uint32)) & ~(np.isnan(a) & np.isnan(b))
        if roughly:
            bad &= ~(np.abs(a - b) <= TOLERANCE * np.maximum(1, np.abs(a)))
        if bad.any():
            wrong += 1
            at = int(np.argmax(bad))
            print("%s: %d differ, PoCL %r, ours %r" % (text, bad.sum(), a[at], b[at]))
    print("%d expressions compared, %d differ" % (len(FLOATS), wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
