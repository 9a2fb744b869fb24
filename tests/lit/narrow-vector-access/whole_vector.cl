// What the source reads or writes as a whole stays whole; a float3 takes the bytes of a float4.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access --strip-debug %t.ll -o - | FileCheck %s
kernel void copy(global float4 *v) { v[0] = v[1]; }
// CHECK: define{{.*}}@copy(
// CHECK: load <4 x float>
// CHECK: store <4 x float>
kernel void sum(global const float4 *v, global float *out) {
  float4 f = *v;
  *out = f.x + f.y + f.z + f.w;
}
// CHECK: define{{.*}}@sum(
// CHECK: load <4 x float>
// CHECK-NOT: load
// CHECK: store float
kernel void one_used(global const int4 *v, global int *out) { int4 i = *v; *out = i.x + i.w; }
// CHECK: define{{.*}}@one_used(
// CHECK: load <4 x i32>
// CHECK-NOT: load
// CHECK: store i32
int4 handed_out(global const int4 *v) { return *v; }
kernel void from_a_function(global const int4 *v, global int *out) { *out = handed_out(v).y; }
// CHECK: define{{.*}}@from_a_function(
// CHECK: load <4 x i32>
// CHECK-NOT: load
// CHECK: store i32
kernel void three(global float3 *v, float3 f) { *v = f; }
// CHECK: define{{.*}}@three(
// CHECK: store <4 x float> %{{.*}}, align 16
kernel void between(global float4 *v, global float4 *w) {
  float4 f = *v;
  *w = (float4)(0);
  f.x = 1;
  *v = f;
}
// CHECK: define{{.*}}@between(
// CHECK: load <4 x float>
// CHECK: store <4 x float>
// CHECK: store <4 x float>
