// Behind an arm of several blocks in a row work-items meet again: what they bring there differs, and
// with it whether they go round again to the barrier.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,lower-builtins,print-uniformity - 2>&1 | FileCheck %s

// CHECK-LABEL: kernel again
// CHECK-NEXT: barrier 11:3: divergent: the branch at [[#]]:7 depends on get_local_id
kernel void again(global int *a, int n) {
  int l = get_local_id(0), rounds = 0, stop;
next:
  ;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) goto first;
  goto second;
first:
  stop = 0;
  goto meet;
second:
  goto third;
meet:
  ++rounds;
  if (rounds < 3 && stop < 1) goto next;
  return;
third:
  stop = 1;
  goto meet;
}
