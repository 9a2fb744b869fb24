// Where nothing but barriers can order a region, its accesses go to the cells of kernels without a log.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --variant=full --passes=prepare,lower-builtins,add-hidden-args,insert-checks --strip-debug %t.ll -o - | FileCheck %s

// A flag in global memory: global memory is logged, local memory is not.
// CHECK-LABEL: spir_kernel void @global_flag(
// CHECK: call{{.*}}@__lockstep_local_atomic(
// CHECK: call{{.*}}@__lockstep_local_write(
// CHECK: call{{.*}}@__lockstep_sync_plain(
// CHECK: call{{.*}}@__lockstep_sync_take(
// CHECK-NOT: call{{.*}}@__lockstep_local
kernel void global_flag(global int *data, global atomic_int *flag, local int *tile) {
  atomic_inc(&tile[1]);
  tile[0] = 42;
  *data = 42;
  atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
}

// A flag in local memory: the other way round.
// CHECK-LABEL: spir_kernel void @local_flag(
// CHECK: call{{.*}}@__lockstep_global_atomic(
// CHECK: call{{.*}}@__lockstep_sync_plain(
// CHECK: call{{.*}}@__lockstep_global_write(
// CHECK: call{{.*}}@__lockstep_sync_take(
kernel void local_flag(global int *data, local atomic_int *flag, local int *tile) {
  atomic_inc(&data[1]);
  tile[0] = 42;
  *data = 42;
  atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
}

// A fence that does not name local memory orders nothing through it.
// CHECK-LABEL: spir_kernel void @global_fence(
// CHECK: call{{.*}}@__lockstep_local_write(
// CHECK: call{{.*}}@__lockstep_sync_plain(
// CHECK: call{{.*}}@__lockstep_sync_fence(
// CHECK: call{{.*}}@__lockstep_local_atomic(
kernel void global_fence(global int *data, local atomic_int *flag, local int *tile) {
  tile[0] = 42;
  *data = 42;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
  atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
}

// Two fences that name both could order either through the relaxed atomic.
// CHECK-LABEL: spir_kernel void @fences(
// CHECK: call{{.*}}@__lockstep_sync_plain(
// CHECK: call{{.*}}@__lockstep_sync_plain(
// CHECK: call{{.*}}@__lockstep_sync_fence(
// CHECK: call{{.*}}@__lockstep_sync_take(
kernel void fences(global int *data, local atomic_int *flag, local int *tile) {
  tile[0] = 42;
  *data = 42;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_release,
                         memory_scope_work_group);
  atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_acquire,
                         memory_scope_work_group);
}

// Sequentially consistent operations on both sides order every region.
// CHECK-LABEL: spir_kernel void @sequential(
// CHECK: call{{.*}}@__lockstep_sync_plain(
// CHECK: call{{.*}}@__lockstep_sync_take(
kernel void sequential(global atomic_int *flag, local int *tile) {
  tile[0] = 42;
  atomic_store(flag, 1);
}

// Scopes of local atomics that are not alike, or do not reach the group, are judged by the host.
// CHECK-LABEL: spir_kernel void @scopes(
// CHECK: call{{.*}}@__lockstep_sync_take(
// CHECK: call{{.*}}@__lockstep_sync_take(
// CHECK: call{{.*}}@__lockstep_sync_take(
kernel void scopes(global atomic_int *flag, local atomic_int *counter) {
  atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_work_item);
  atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
}
