// Where the work-items of a group run together, barriers of sub-groups stay: each has to be provably met by all of its
// sub-group, and the group's by all of the group.
// RUN: %source_ll %s -cl-std=CL2.0 > %t.ll
// RUN: lockstep-opt --backend=spirv --passes=prepare,lower-builtins,add-hidden-args,count-segments,flatten-divergent-barriers --metadata=%t.json -o %t.out %t.ll
// RUN: FileCheck %s < %t.json
void __attribute__((overloadable)) sub_group_barrier(uint);
uint __attribute__((overloadable)) get_sub_group_id(void);

// CHECK: "name": "group_in_parts"
// CHECK: "reason": "it uses sub_group_barrier and not provably uniform barriers (barrier at 13:32: the branch at 13:7 depends on the result of get_sub_group_id (13:7))"
kernel void group_in_parts(global int *a) {
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_sub_group_id() == 1) barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}

// CHECK: "name": "own_ways"
// CHECK: "instrumented": true
// CHECK: "transformed": false
kernel void own_ways(global int *a) {
  if (get_sub_group_id() == 1) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}

// CHECK: "name": "part_of_it"
// CHECK: "reason": "it uses sub_group_barrier and not provably uniform barriers (barrier at 29:28: the branch at 29:7 depends on get_local_id (29:7))"
kernel void part_of_it(global int *a) {
  if (get_local_id(0) < 4) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
