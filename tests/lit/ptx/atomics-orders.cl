// Every order and scope of C11 atomics and fences, in checked code and in code without checks (what the CUDA loader builds).
// RUN: %run_cc --backend=ptx --emit=bc --output=- %s -cl-std=CL2.0 | FileCheck %s
// RUN: %run_cc --backend=ptx --emit=plain --output=- %s -cl-std=CL2.0 | FileCheck %s
#define LOAD(order, scope) b[0] += atomic_load_explicit(a, order, scope);
// CHECK-LABEL: .entry loads(
kernel void loads(global atomic_int *a, global int *b) {
  // CHECK: ld.relaxed.cta.global.u32
  LOAD(memory_order_relaxed, memory_scope_work_item)
  // CHECK: ld.relaxed.cta.global.u32
  LOAD(memory_order_relaxed, memory_scope_work_group)
  // CHECK: ld.acquire.gpu.global.u32
  LOAD(memory_order_acquire, memory_scope_device)
  // CHECK: fence.sc.cta;
  // CHECK: ld.acquire.cta.global.u32
  LOAD(memory_order_seq_cst, memory_scope_work_group)
  // CHECK: fence.sc.sys;
  // CHECK: ld.acquire.sys.global.u32
  LOAD(memory_order_seq_cst, memory_scope_all_svm_devices)
}
// CHECK-LABEL: .entry stores(
kernel void stores(global atomic_int *a) {
  // CHECK: st.relaxed.cta.global.u32
  atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_work_group);
  // CHECK: st.release.cta.global.u32
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_work_group);
  // CHECK: st.release.sys.global.u32
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_all_svm_devices);
  // CHECK: fence.sc.cta;
  // CHECK: st.release.cta.global.u32
  atomic_store_explicit(a, 1, memory_order_seq_cst, memory_scope_work_group);
}
// CHECK-LABEL: .entry updates(
kernel void updates(global atomic_int *a, global atomic_uint *u, local atomic_int *l, global atomic_long *n, global atomic_float *f) {
  // CHECK: atom.relaxed.cta.global.add.u32
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_work_group);
  // CHECK: atom.acquire.cta.global.add.u32
  atomic_fetch_sub_explicit(a, 1, memory_order_acquire, memory_scope_work_group);
  // CHECK: atom.release.cta.global.or.b32
  atomic_fetch_or_explicit(a, 1, memory_order_release, memory_scope_work_group);
  // CHECK: atom.acq_rel.gpu.global.xor.b32
  atomic_fetch_xor_explicit(a, 1, memory_order_acq_rel, memory_scope_device);
  // CHECK: fence.sc.sys;
  // CHECK: atom.acq_rel.sys.global.and.b32
  atomic_fetch_and_explicit(a, 1, memory_order_seq_cst, memory_scope_all_svm_devices);
  // CHECK: atom.relaxed.gpu.global.min.s32
  atomic_fetch_min_explicit(a, 1, memory_order_relaxed, memory_scope_device);
  // CHECK: atom.relaxed.gpu.global.max.u32
  atomic_fetch_max_explicit(u, 1, memory_order_relaxed, memory_scope_device);
  // CHECK: atom.acq_rel.cta.shared.exch.b32
  atomic_exchange_explicit(l, 1, memory_order_acq_rel, memory_scope_work_group);
  // CHECK: atom.acquire.sys.global.add.u64
  atomic_fetch_add_explicit(n, 1, memory_order_acquire, memory_scope_all_svm_devices);
  // CHECK: atom.release.gpu.global.exch.b32
  atomic_exchange_explicit(f, 1.0f, memory_order_release, memory_scope_device);
}
// CHECK-LABEL: .entry exchanges(
kernel void exchanges(global atomic_int *a, global int *b) {
  int e = b[0];
  // CHECK: atom.acquire.cta.global.cas.b32
  b[1] = atomic_compare_exchange_weak_explicit(a, &e, 7, memory_order_acquire, memory_order_acquire, memory_scope_work_group);
  // CHECK: atom.release.sys.global.cas.b32
  b[2] = atomic_compare_exchange_strong_explicit(a, &e, 7, memory_order_release, memory_order_relaxed, memory_scope_all_svm_devices);
  // CHECK: atom.relaxed.gpu.global.cas.b32
  b[3] = atomic_compare_exchange_strong_explicit(a, &e, 7, memory_order_relaxed, memory_order_relaxed, memory_scope_device);
  // CHECK: fence.sc.gpu;
  // CHECK: atom.acq_rel.gpu.global.cas.b32
  b[4] = atomic_compare_exchange_strong_explicit(a, &e, 7, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device);
  b[5] = e;
}
// CHECK-LABEL: .entry flags(
kernel void flags(global atomic_flag *f, global int *b) {
  // CHECK: atom.acquire.gpu.global.exch.b32
  b[0] = atomic_flag_test_and_set_explicit(f, memory_order_acquire, memory_scope_device);
  // CHECK: st.release.gpu.global.u32
  atomic_flag_clear_explicit(f, memory_order_release, memory_scope_device);
}
// CHECK-LABEL: .entry fences(
kernel void fences(global int *a) {
  a[0] = 1;
  // CHECK: fence.acq_rel.cta;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
  a[1] = 1;
  // CHECK: fence.acq_rel.sys;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_all_svm_devices);
  a[2] = 1;
  // CHECK: fence.sc.cta;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_work_group);
  a[3] = 1;
  // CHECK: fence.acq_rel.cta;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  a[4] = 1;
}
