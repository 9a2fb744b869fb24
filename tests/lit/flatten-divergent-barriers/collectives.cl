// Work-group functions are no places where work-items wait for each other in the resumable form: whether the
// whole group meets them is not checked, and said where it is not provable.
// RUN: %source_ll %s -cl-std=CL3.0 | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --metadata=%t.json -o %t.ll -
// RUN: FileCheck %s < %t.json
int work_group_all(int predicate);
int work_group_reduce_add(int value);

// CHECK: "name": "all_met"
// CHECK: "notes": []
kernel void all_met(global int *out, int n) {
  if (n > 3) out[get_global_id(0)] = work_group_all(out[get_local_id(0)]);
}

// CHECK: "name": "divergent"
// CHECK: "notes": [
// CHECK-NEXT: "whether the whole group meets work_group_reduce_add at [[#@LINE+2]]:52 is not checked (the branch at [[#@LINE+2]]:7 depends on get_local_id ([[#@LINE+2]]:7))"
kernel void divergent(global int *out) {
  if (get_local_id(0) < 3) out[get_global_id(0)] = work_group_reduce_add(1);
}

// CHECK: "name": "with_barrier"
// CHECK: "reason": "it uses work_group_all and not provably uniform barriers
kernel void with_barrier(global int *out) {
  out[get_global_id(0)] = work_group_all(out[0]);
  if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
}
