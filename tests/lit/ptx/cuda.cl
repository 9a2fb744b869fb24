// The form that the CUDA driver API takes: no notes on pointers, local arguments as offsets, offset and
// dimensions from a variable, and a comment that says what each argument is.
// RUN: %run_cc --backend=ptx-cuda --emit=bc --output=- %s -cl-std=CL1.2 | FileCheck %s
// RUN: %run_cc --backend=ptx-cuda --emit=plain --output=- %s -cl-std=CL1.2 | FileCheck %s --check-prefix=PLAIN
// CHECK: // lockstep-kernel {"args":[{"name":"f","qualifiers":"","size":8,"space":"global","type":"{{float[*]|ptr}}"},
// CHECK-SAME: {"name":"l","qualifiers":"","size":0,"space":"local","type":"int*"},
// CHECK-SAME: {"name":"table","qualifiers":"const","size":8,"space":"constant","type":"short*"},
// CHECK-SAME: {"name":"v","qualifiers":"","size":16,"space":"private","type":"float3"}
// CHECK-SAME: "group":[0,0,0],"name":"kinds"
// CHECK: // lockstep-kernel
// CHECK-SAME: "group":[8,4,2],"name":"sized"
// CHECK: .target sm_70{{$}}
// CHECK-NOT: .ptr
// CHECK-NOT: %envreg
// CHECK-DAG: .visible .const .align 4 .b8 __lockstep_launch[16];
// CHECK-DAG: .extern .shared .align 128 .b8 __lockstep_shared[];
// CHECK: .entry kinds(
kernel void kinds(global float *f, local int *l, constant short *table, float3 v) {
  // CHECK-NEXT: .param .u64 kinds_param_0,
  // CHECK-NEXT: .param .u64 kinds_param_1,
  // CHECK-NEXT: .param .u64 kinds_param_2,
  // CHECK-NEXT: .param .align 16 .b8 kinds_param_3[16],
  // The hidden ones, the last of them the group's local shadow.
  // CHECK-NEXT: .param .u64 kinds_param_4,
  // CHECK-NEXT: .param .u64 kinds_param_5,
  // CHECK-NEXT: .param .u64 kinds_param_6,
  // CHECK-NEXT: .param .u64 kinds_param_7,
  // CHECK-NEXT: .param .u64 kinds_param_8,
  // CHECK-NEXT: .param .u64 kinds_param_9
  // CHECK-NEXT: )
  // PLAIN: .entry kinds(
  // PLAIN-DAG: ld.const.u32 %r{{[0-9]+}}, [__lockstep_launch+4];
  // PLAIN-DAG: ld.param.u64 [[OFFSET:%rd[0-9]+]], [kinds_param_1];
  // PLAIN-DAG: mov.u64 [[SHARED:%rd[0-9]+]], __lockstep_shared;
  // PLAIN-DAG: st.shared.u32
  // PLAIN: ret;
  l[get_local_id(0)] = get_global_offset(1);
  f[get_global_id(0)] = l[0] + table[0] + v.y;
}
// CHECK: .entry sized(
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void sized(global int *a) { a[0] = 1; }
