// What is left of a kernel: where its accesses to local memory go, what decides about them, and its barriers.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,narrow-vector-access,lower-builtins,summarise-groups,print-groups %t.ll 2>&1 | FileCheck %s

// Nothing of the values, nor of global memory.
// CHECK-LABEL: kernel tile
// CHECK-NEXT:    root 2
// CHECK-NEXT:    block 0
// CHECK-NEXT:      write root 2 at ((0 add ((sext (trunc l0)) mul 4)) add 0), 4 bytes, line [[#@LINE+11]]
// CHECK-NEXT:      barrier
// CHECK-NEXT:      to 1 if ((trunc l0) slt argument 1), else 2
// CHECK-NEXT:    block 1
// CHECK-NEXT:      read root 2 at ((0 add ((sext (63 sub (trunc l0))) mul 4)) add 0), 4 bytes, line [[#@LINE+10]]
// CHECK-NEXT:      to 2
// CHECK-NEXT:    block 2
// CHECK-NEXT:      ends
kernel void tile(global float *out, int n) {
  local float row[64];
  int l = get_local_id(0);
  row[l] = out[get_global_id(0)] * 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < n)
    out[get_global_id(0)] = row[63 - l];
}

// A guard of the global id: whether all meet the barrier is open. The loop's counter stays, since it decides.
// CHECK-LABEL: kernel guarded
// CHECK-NEXT:    open barriers
// CHECK-NEXT:    root 1
// CHECK-NEXT:    block 0
// CHECK-NEXT:      to 1 if ((sext argument 2) ule g0), else 2
// CHECK:         block 3, in the loop of 3
// CHECK-NEXT:      %[[#I:]] is 0 from 2 (%{{[0-9]+}} add 1) from 5
// CHECK-NEXT:      to 4 if (%[[#I]] slt argument 2), else 6
// CHECK-NEXT:    block 4, in the loop of 3
// CHECK-NEXT:      write root 1 at ((0 add ((sext (trunc l0)) mul 4)) add 0), 4 bytes
// CHECK-NEXT:      barrier
// CHECK-NEXT:      to 5
kernel void guarded(global int *out, local int *mine, int n) {
  int l = get_local_id(0);
  if (get_global_id(0) >= n) return;
  for (int i = 0; i < n; ++i) {
    mine[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = mine[l];
}

// Without local memory there is none, nor where copies order it in a way of their own.
// CHECK: kernel global_only: none
kernel void global_only(global int *out) {
  out[get_global_id(0)] = 1;
}

// CHECK: kernel copies: none
kernel void copies(global int *out, local int *mine) {
  event_t event = async_work_group_copy(mine, out, 16, 0);
  wait_group_events(1, &event);
  out[get_global_id(0)] = mine[get_local_id(0)];
}
