// With a remote operation in the program, no scope is narrower than that one's.
// RUN: %run_cc --backend=ptx --emit=bc --output=- %s -cl-std=CL3.0 | FileCheck %s
#include <lockstep/rsp.clh>
// CHECK-LABEL: .entry owner(
kernel void owner(global atomic_int *a) {
  // CHECK: st.release.gpu.global.u32
  atomic_store_explicit(a, 3, memory_order_release, memory_scope_work_group);
  // CHECK: fence.acq_rel.gpu;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
}
// CHECK-LABEL: .entry thief(
kernel void thief(global atomic_int *a, global int *out) {
  // CHECK: atom.acquire.gpu.global.exch.b32
  out[0] = atomic_exchange_explicit_remote(a, 4, memory_order_acquire, memory_scope_device);
}
