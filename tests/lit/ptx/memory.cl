// Where variables lie: local arrays in shared memory, tables of the program in global memory; and
// vector loads and stores, which libclc lacks on generic pointers, are plain ones by then.
// RUN: %run_cc --backend=ptx --emit=plain --output=- %s -cl-std=CL1.2 | FileCheck %s
// CHECK-DAG: .global .align 4 .b8 weights[16]
constant int weights[4] = {3, 1, 4, 1};
// CHECK-LABEL: .entry memory(
kernel void memory(global float *a, global half *h, int n) {
  // CHECK: .shared .align 4 .b8 memory_$_tile[256];
  local float tile[64];
  // CHECK: st.shared.f32
  tile[get_local_id(0)] = a[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: cvt.rn.f16.f32
  // CHECK: st.global.b16
  vstore_half(tile[n] * weights[n], 3, h);
  float4 v = vload4(n, a);
  vstore3(v.xyz, n, a + 1);
}
