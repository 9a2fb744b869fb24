// Vectors are told in pieces of the root's granule, many pieces and structures as ranges of bytes.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,insert-checks --strip-debug %t.ll -o - | FileCheck %s
kernel void aligned(global float4 *v, float4 f) { *v = f; }
// CHECK: define{{.*}}@aligned(
// CHECK: bitcast <4 x float> %{{.*}} to <2 x i64>
// CHECK: call{{.*}}@__lockstep_global_write({{.*}}, i32 8, i32 1, i64 %
// CHECK: call{{.*}}@__lockstep_global_write({{.*}}, i32 8, i32 1, i64 %
// CHECK-NEXT: store <4 x float>
kernel void three(global float *v, float3 f) { vstore3(f, 0, v); }
// CHECK: define{{.*}}@three(
// CHECK-COUNT-3: call{{.*}}@__lockstep_global_write({{.*}}, i32 4, i32 1, i64 %
// CHECK-NEXT: store <3 x float>
kernel void bytes(global uchar *v, uchar16 c) { vstore16(c, 0, v); }
// CHECK: define{{.*}}@bytes(
// CHECK: %lockstep.value = alloca [16 x i8]
// CHECK: call{{.*}}@__lockstep_global_range({{.*}}, i64 16, i32 1, i32 2, {{i8[*]|ptr}} %{{.*}}, i32 0, i32 0, i32 0)
typedef struct { int a; char b[7]; } S;
kernel void copy(global S *s) { s[0] = s[1]; }
// CHECK: define{{.*}}@copy(
// CHECK: call{{.*}}@__lockstep_global_range({{.*}}, i64 12, i32 1, i32 1, {{i8[*]|ptr}} null
// CHECK: call void @llvm.memcpy.p0{{(i8)?}}.p1{{(i8)?}}.
// CHECK: call{{.*}}@__lockstep_global_range({{.*}}, i64 12, i32 2, i32 2, {{i8[*]|ptr}} %
// CHECK: call void @llvm.memcpy.p1{{(i8)?}}.p1{{(i8)?}}.
