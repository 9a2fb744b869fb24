// Values that one work-item hands to its group through local memory: uniform where a barrier orders the
// hand-over and nobody writes again before the next one, and where the group meets every barrier.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,print-uniformity %t.ll 2>&1 | FileCheck %s

// Work fetched from a queue.
// CHECK-LABEL: kernel queue
kernel void queue(global int *out, volatile global int *next, int n) {
  local int item;
  for (;;) {
    if (get_local_id(0) == 0) item = atomic_inc(next);
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
    // CHECK: branch [[#@LINE+1]]:9: uniform: decided by a broadcast through local variable `item`, argument `n`
    if (item >= n) break;
    out[item * get_local_size(0) + get_local_id(0)] = item;
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Without the second barrier the next item may be there already.
// CHECK-LABEL: kernel queue_races
kernel void queue_races(global int *out, volatile global int *next, int n) {
  local int item;
  for (;;) {
    if (get_local_id(0) == 0) item = atomic_inc(next);
    // CHECK: barrier [[#@LINE+1]]:5: divergent: {{.*}} depends on a load from local variable `item`
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= n) break;
    out[item * get_local_size(0) + get_local_id(0)] = item;
  }
}

// Iterating until nobody has changed anything.
// CHECK-LABEL: kernel converge
kernel void converge(global int *data, local int *changed) {
  int l = get_local_id(0);
  do {
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) *changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (data[l] > l) { data[l]--; *changed = 1; }
    barrier(CLK_LOCAL_MEM_FENCE);
    // CHECK: branch {{.*}}: uniform: decided by a broadcast through argument `changed`
  } while (*changed);
}

// The barrier orders global memory only.
// CHECK-LABEL: kernel wrong_flag
kernel void wrong_flag(global int *out, global int *in) {
  local int rounds;
  if (get_local_id(0) == 0) rounds = in[0]++;
  barrier(CLK_GLOBAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:3: divergent: {{.*}} depends on a load from local variable `rounds`
  for (int i = 0; i < rounds; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Of a scope below the group.
// CHECK-LABEL: kernel narrow_scope
kernel void narrow_scope(global int *out, global int *in) {
  local int rounds;
  if (get_local_id(0) == 0) rounds = in[0]++;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
  // CHECK: branch [[#@LINE+1]]:3: divergent: {{.*}} depends on a load from local variable `rounds`
  for (int i = 0; i < rounds; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}

// One barrier that not all meet, and no phase is certain any more.
// CHECK-LABEL: kernel spoilt
kernel void spoilt(global int *out, global int *in) {
  local int rounds;
  if (get_local_id(0) == 0) rounds = in[0]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:3: divergent: {{.*}} depends on a load from local variable `rounds`
  for (int i = 0; i < rounds; i++) out[i] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from argument `out`
  if (out[get_local_id(0)]) barrier(CLK_LOCAL_MEM_FENCE);
}

// Each reads another element.
// CHECK-LABEL: kernel elements
kernel void elements(global int *out, global int *in) {
  local int rounds[64];
  rounds[get_local_id(0)] = in[get_local_id(0)]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:7: uniform: decided by a broadcast through local variable `rounds`
  if (rounds[63] > 3) out[0] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on get_local_id
  if (rounds[63 - get_local_id(0)] > 3) out[1] = 1;
}

// The load is behind the barrier on one way only: an iteration later the variable is being written.
// CHECK-LABEL: kernel one_way
kernel void one_way(global int *out, int n) {
  local int flag;
  for (int i = 0; i < n; i++) {
    if (i & 1) barrier(CLK_LOCAL_MEM_FENCE);
    // CHECK: branch [[#@LINE+1]]:9: divergent: {{.*}} depends on a load from local variable `flag`
    if (flag) out[i] = 1;
    if (get_local_id(0) == 0) flag = i;
  }
}

// A write through a pointer that may lead anywhere; one through a pointer that leads elsewhere.
// CHECK-LABEL: kernel unknown_pointer
kernel void unknown_pointer(global int *out, uint where, local int *other) {
  local int flag, *p = (local int *)where;
  if (get_local_id(0) == 0) flag = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  *other = 1;
  // CHECK: branch [[#@LINE+1]]:7: uniform: decided by a broadcast through local variable `flag`
  if (flag) out[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  *p = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from local variable `flag`
  if (flag) out[1] = 1;
}

// An asynchronous copy may write until it is waited for, and is taken to write always.
// CHECK-LABEL: kernel copied
kernel void copied(global int *out, global const int *in) {
  local int tile[64];
  event_t e = async_work_group_copy(tile, in, 64, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from local variable `tile`
  if (tile[0]) out[0] = 1;
}

// Global memory is no way to hand a value over: another group may write it.
// CHECK-LABEL: kernel through_global
kernel void through_global(global int *out) {
  if (get_local_id(0) == 0) out[get_group_id(0)] = 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:3: divergent: {{.*}} depends on a load from argument `out`
  for (int i = 0; i < out[get_group_id(0)]; i++) barrier(CLK_LOCAL_MEM_FENCE);
}

// Never written, so that drivers may take each load for whatever they like.
// CHECK-LABEL: kernel never_written
kernel void never_written(global int *out) {
  local int flag;
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on a load from local variable `flag`
  if (flag) out[0] = 1;
}
