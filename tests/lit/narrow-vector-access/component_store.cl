// Writing components writes their bytes only; the rest of the vector is neither read nor written.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access --strip-debug %t.ll -o - | FileCheck %s
kernel void one(global float4 *v) { v->y = 1.0f; }
// CHECK: define{{.*}}@one(
// CHECK-NOT: load
// CHECK: getelementptr inbounds float, {{float|ptr}} addrspace(1){{[*]?}} %{{.*}}, i64 1
// CHECK-NOT: <4 x float>{{.*}}, align 16
// CHECK: store float %{{.*}}, {{float|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 4
kernel void swizzle(global float4 *v, float2 f) { v->xw = f; }
// CHECK: define{{.*}}@swizzle(
// CHECK-NOT: load
// CHECK: store float
// CHECK: store float
// CHECK: ret void
kernel void low(global int8 *v, int4 i) { v->lo = i; }
// CHECK: define{{.*}}@low(
// CHECK-NOT: load
// CHECK: store <4 x i32> %{{.*}}, {{<4 x i32>|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 32
kernel void third(local float3 *v) { v->z = 1.0f; }
// CHECK: define{{.*}}@third(
// CHECK-NOT: load
// CHECK: store float %{{.*}}, {{float|ptr}} addrspace(3){{[*]?}} %{{.*}}, align 8
kernel void dynamic(global uchar16 *v, int i) { ((global uchar *)v)[3] = 1; (*v)[i] = 2; }
// CHECK: define{{.*}}@dynamic(
// CHECK-NOT: load
// CHECK: store i8 1
// CHECK-NOT: load
// CHECK: store i8 2, {{i8|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 1
kernel void update(global float4 *v) { v->x += 1.0f; }
// CHECK: define{{.*}}@update(
// CHECK: load float, {{float|ptr}} addrspace(1){{[*]?}}
// CHECK-NOT: load
// CHECK: store float
kernel void reversed(global float4 *v, float4 f) { v->wzyx = f; }
// CHECK: define{{.*}}@reversed(
// CHECK-NOT: load
// CHECK: store <4 x float> %{{.*}}, align 16
