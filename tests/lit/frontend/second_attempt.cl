// A source that clang compiles only at the second attempt has its own types, not ones called opencl.sampler_t.1 after
// REQUIRES: typed-pointers
// those of the first: by such a name nobody knows them, and its image accesses would go unchecked.
// RUN: %source_ll %s > %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --variant=full --metadata=%t.json -o /dev/null %t.ll
// RUN: test -c /dev/null
// RUN: FileCheck --check-prefix=NOTES %s < %t.json
// CHECK-NOT: opencl.{{[a-z0-9_]*}}_t.{{[0-9]}}
// CHECK: %opencl.image2d_ro_t = type opaque
// NOTES: "name": "k"
// NOTES: "notes": []
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
// Hides the built-in functions of its name where those are declared as they are used, so that `k` fails at first.
float4 __attribute__((overloadable)) read_imagef(read_only image2d_t, sampler_t, float2, float2, float);

kernel void first(write_only image2d_t out, read_only image2d_t in, global float4 *a) {
  write_imagef(out, (int2)(1, 2), (float4)(1));
  if (a == 0) a[1] = read_imagef(in, edge, (float2)(1, 2), (float2)(1), 1.0f);
}

kernel void k(read_only image2d_t in, write_only image2d_t out) {
  write_imagef(out, (int2)(1, 2), read_imagef(in, edge, (float2)(1, 2)));
}
