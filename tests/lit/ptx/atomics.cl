// Atomics and fences come out with the order and the scope that the source names.
// RUN: %run_cc --backend=ptx --emit=bc --output=- %s -cl-std=CL2.0 | FileCheck %s
// CHECK-LABEL: .entry old(
kernel void old(global int *a, global uint *u, local int *l, volatile global float *f) {
  // OpenCL 1.x atomics are relaxed.
  // CHECK: atom.relaxed.gpu.global.add.u32
  atomic_add(a, 5);
  // CHECK: atom.relaxed.gpu.global.min.s32
  atomic_min(a, 3);
  // CHECK: atom.relaxed.gpu.global.max.u32
  atomic_max(u, 3);
  // CHECK: atom.relaxed.gpu.shared.xor.b32
  atomic_xor(l, 3);
  // CHECK: atom.relaxed.gpu.global.exch.b32
  atomic_xchg(f, 1.0f);
  // CHECK: atom.relaxed.gpu.global.cas.b32
  a[2] = atomic_cmpxchg(a, 1, 2);
  // CHECK: neg.s32
  // CHECK: atom.relaxed.gpu.global.add.u32
  atomic_sub(a, a[3]);
}

// CHECK-LABEL: .entry orders(
kernel void orders(global atomic_int *a, global int *b) {
  // CHECK: st.relaxed.gpu.global.u32
  atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_device);
  // CHECK: st.release.gpu.global.u32
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_device);
  // CHECK: ld.acquire.gpu.global.u32
  b[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_device);
  // CHECK: atom.acq_rel.gpu.global.add.u32
  atomic_fetch_add_explicit(a, 2, memory_order_acq_rel, memory_scope_device);
  // The strongest order takes a fence before the operation.
  // CHECK: fence.sc.gpu;
  // CHECK: ld.acquire.gpu.global.u32
  b[1] = atomic_load(a);
  // CHECK: fence.sc.gpu;
  // CHECK: st.release.gpu.global.u32
  atomic_store(a, 2);
  // CHECK: fence.sc.gpu;
  // CHECK: atom.acq_rel.gpu.global.or.b32
  atomic_fetch_or(a, 2);
}

// CHECK-LABEL: .entry scopes(
kernel void scopes(global atomic_int *a, local atomic_int *l, global atomic_long *n, global int *b) {
  // CHECK: ld.acquire.cta.global.u32
  b[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_work_group);
  // CHECK: ld.acquire.sys.global.u32
  b[1] = atomic_load_explicit(a, memory_order_acquire, memory_scope_all_svm_devices);
  // CHECK: st.release.cta.shared.u32
  atomic_store_explicit(l, 1, memory_order_release, memory_scope_work_group);
  // CHECK: atom.release.gpu.global.add.u64
  atomic_fetch_add_explicit(n, 2, memory_order_release, memory_scope_device);
}

// CHECK-LABEL: .entry fences(
kernel void fences(global int *a) {
  a[0] = 1;
  // CHECK: fence.acq_rel.cta;
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
  // CHECK: fence.acq_rel.gpu;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
  // CHECK: fence.sc.sys;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_all_svm_devices);
  // CHECK: fence
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  a[1] = 1;
}

// A compare-exchange that fails writes what it found to `expected`.
// CHECK-LABEL: .entry exchange(
kernel void exchange(global atomic_uint *a, global uint *b) {
  uint expected = b[0];
  // CHECK: atom.acq_rel.gpu.global.cas.b32 [[OLD:%r[0-9]+]], [{{.*}}], [[EXPECTED:%r[0-9]+]], %r
  // CHECK: setp.eq.s32 {{.*}}, [[OLD]], [[EXPECTED]];
  b[2] = atomic_compare_exchange_strong_explicit(a, &expected, 7, memory_order_acq_rel,
                                                 memory_order_relaxed, memory_scope_device);
  b[1] = expected;
}
