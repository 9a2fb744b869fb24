// Fences that cannot order what different work-items do are noted as idle; a kernel that has no others does not synchronise.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --variant=full --passes=prepare,lower-builtins,add-hidden-args,insert-checks --strip-debug --metadata=%t.json %t.ll -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// No atomic at all.
// CHECK-LABEL: @for_a_barrier(
// CHECK-NOT: __lockstep_sync
// CHECK: fence seq_cst, !{{.*}}lockstep.idle_fence
// JSON: "name": "for_a_barrier"
// JSON: "op": "fence"
kernel void for_a_barrier(local int *t, global int *a) {
  t[get_local_id(0)] = a[get_local_id(0)];
  mem_fence(CLK_LOCAL_MEM_FENCE);
  a[get_local_id(0)] = t[7 - get_local_id(0)];
}

// Atomics behind the fences only: what they release nobody acquires.
// CHECK-LABEL: @atomics_behind(
// CHECK-NOT: __lockstep_sync
// CHECK: fence seq_cst, !{{.*}}lockstep.idle_fence
kernel void atomics_behind(global int *a, global int *count) {
  for (int i = 0; i < 4; i++) a[get_global_id(0) * 4 + i] = i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 4; i++) atomic_add(&count[i], a[get_global_id(0) * 4 + i]);
}

// Atomics before the fences only: nothing was released.
// CHECK-LABEL: @atomics_before(
// CHECK-NOT: __lockstep_sync
// CHECK: fence seq_cst, !{{.*}}lockstep.idle_fence
kernel void atomics_before(global int *a, global int *count) {
  int i = atomic_inc(count);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
  a[i] = i;
}

// In a loop the atomic of one round is before the fence of the next.
// CHECK-LABEL: @in_a_loop(
// CHECK: __lockstep_sync_fence
// CHECK-NOT: lockstep.idle_fence
kernel void in_a_loop(global int *a, global int *count) {
  for (int i = 0; i < 4; i++) {
    a[get_global_id(0) * 4 + i] = i;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_add(&count[i], 1);
  }
}

// One work-item may do the one, another the other.
// CHECK-LABEL: @two_ways(
// CHECK: __lockstep_sync_fence
// CHECK-NOT: lockstep.idle_fence
kernel void two_ways(global int *a, global int *flag) {
  if (get_global_id(0) == 0) {
    a[0] = 1;
    write_mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(flag, 1);
  } else if (atomic_add(flag, 0) == 1) {
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    a[1] = a[0];
  }
}

// The other side acquires or releases without a fence.
// CHECK-LABEL: @atomic_acquires(
// CHECK: __lockstep_sync_fence
kernel void atomic_acquires(global int *a, global atomic_int *flag) {
  if (get_global_id(0) == 0) {
    a[0] = 1;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
    a[1] = a[0];
  }
}

// CHECK-LABEL: @sequentially_consistent(
// CHECK: __lockstep_sync_fence
kernel void sequentially_consistent(global int *a) {
  a[get_global_id(0)] = 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  a[get_global_id(0)] = 2;
}

// A barrier of the device is a fence on both sides.
// CHECK-LABEL: @beside_a_wide_barrier(
// CHECK: __lockstep_sync_fence
kernel void beside_a_wide_barrier(global int *a, global int *count) {
  a[get_global_id(0)] = 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(count);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}
