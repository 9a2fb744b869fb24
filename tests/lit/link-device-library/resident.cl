// Where twins run in the host's process, what lockstep's own library has is called by its address, and is not in the
// module: of each function of resident.def nothing is left. What asks a built-in function stays.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=all --device-library --resident --strip-debug %t.ll -o - | FileCheck %s
kernel void k(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) barrier(CLK_LOCAL_MEM_FENCE);
  a[a[l]] = t[l + 1];
}
// CHECK-NOT: define{{.*}}@{{.*}}_slow(
// CHECK-NOT: define{{.*}}@ls_step(
// CHECK: define{{.*}}@k(
// CHECK: %resident{{[0-9]*}} = load i64
// CHECK-NOT: call{{.*}}@{{.*}}_slow(
// CHECK-NOT: define{{.*}}@{{.*}}_slow(
kernel void both(read_only image2d_t image, sampler_t sampler, global float4 *a, local int *t) {
  a[get_global_id(0)] = read_imagef(image, sampler, (float2)(0.5f, get_local_id(0)));
}
