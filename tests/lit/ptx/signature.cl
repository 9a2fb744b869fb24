// The signature of an entry, from which the driver learns the kind of each argument: the
// application's in order, then the hidden ones.
// RUN: %run_cc --backend=ptx --emit=bc --output=- %s -cl-std=CL1.2 | FileCheck %s
struct pair { char c; double d; };
// CHECK: .target sm_70, texmode_independent
// CHECK: .address_size 64
// CHECK: .entry kinds(
kernel void kinds(global float *f, global char *c, global double4 *d4, local int *l, local float4 *l4,
                  constant short *table, char s8, uint s32, ulong s64, float f32, double f64,
                  float4 v4, float3 v3, uchar2 v2, struct pair p) {
  // CHECK-NEXT: .param .u64 .ptr .global .align 4 kinds_param_0,
  // CHECK-NEXT: .param .u64 .ptr .global .align 1 kinds_param_1,
  // CHECK-NEXT: .param .u64 .ptr .global .align 32 kinds_param_2,
  // CHECK-NEXT: .param .u64 .ptr .shared .align 4 kinds_param_3,
  // CHECK-NEXT: .param .u64 .ptr .shared .align 16 kinds_param_4,
  // A table may be a buffer or one of the program's own, so both are in global memory.
  // CHECK-NEXT: .param .u64 .ptr .global .align 2 kinds_param_5,
  // CHECK-NEXT: .param .u8 kinds_param_6,
  // CHECK-NEXT: .param .u32 kinds_param_7,
  // CHECK-NEXT: .param .u64 kinds_param_8,
  // CHECK-NEXT: .param .f32 kinds_param_9,
  // CHECK-NEXT: .param .f64 kinds_param_10,
  // CHECK-NEXT: .param .align 16 .b8 kinds_param_11[16],
  // CHECK-NEXT: .param .align 16 .b8 kinds_param_12[16],
  // CHECK-NEXT: .param .align 2 .b8 kinds_param_13[2],
  // CHECK-NEXT: .param .align 8 .b8 kinds_param_14[16],
  // The hidden ones: control block, heads, values, more, log, and the group's local shadow.
  // CHECK-NEXT: .param .u64 .ptr .global .align 8 kinds_param_15,
  // CHECK-NEXT: .param .u64 .ptr .global .align 8 kinds_param_16,
  // CHECK-NEXT: .param .u64 .ptr .global .align 8 kinds_param_17,
  // CHECK-NEXT: .param .u64 .ptr .global .align 8 kinds_param_18,
  // CHECK-NEXT: .param .u64 .ptr .global .align 8 kinds_param_19,
  // CHECK-NEXT: .param .u64 .ptr .shared .align 8 kinds_param_20
  // CHECK-NEXT: )
  f[0] = c[0] + d4[0].x + l[0] + l4[0].x + table[s8] + s32 + s64 + f32 + f64 + v4.x + v3.y + v2.x +
         p.c + p.d;
}

// CHECK: .entry sized(
// CHECK: )
// CHECK-NEXT: .reqntid 8, 4, 2
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void sized(global int *a) { a[0] = 1; }
