// Reading components reads their bytes only.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access --strip-debug %t.ll -o - | FileCheck %s
kernel void one(global const float4 *v, global float *out) { *out = v[1].z; }
// CHECK: define{{.*}}@one(
// CHECK-NOT: load <
// CHECK: load float, {{float|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 8
kernel void pair(global const int4 *v, global int2 *out) { *out = v->yz; }
// CHECK: define{{.*}}@pair(
// CHECK: load <2 x i32>, {{<2 x i32>|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 4
// CHECK: store <2 x i32>
kernel void ends(global const int4 *v, global int *out) { *out = v->x + v->w; }
// CHECK: define{{.*}}@ends(
// CHECK: load i32
// CHECK: load i32
// CHECK-NOT: load
// CHECK: store i32
kernel void dynamic(global const float4 *v, global float *out, int i) { *out = (*v)[i]; }
// CHECK: define{{.*}}@dynamic(
// CHECK-NOT: load <
// CHECK: load float, {{float|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 4
