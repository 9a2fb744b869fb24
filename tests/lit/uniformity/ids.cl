// What differs between work-items of a group and what does not.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,print-uniformity - 2>&1 | FileCheck %s

// CHECK-LABEL: kernel ids
kernel void ids(global int *out, int n) {
  int x = 0;
  // CHECK: branch [[#@LINE+1]]:7: divergent: the branch at [[#@LINE+1]]:7 depends on get_local_id ([[#@LINE+1]]:7)
  if (get_local_id(0) > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on get_global_id
  if (get_global_id(1) > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (get_local_id(3) > 3) x++;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (get_group_id(0) > n) x++;
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (get_local_size(n) > get_global_size(0) / get_num_groups(0)) x++;
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on get_global_id
  if (get_local_size(get_global_id(0) & 1) > 4) x++;
  out[n] = x;
}

// The second dimension has one work-item.
// CHECK-LABEL: kernel flat
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void flat(global int *out) {
  // CHECK: branch [[#@LINE+1]]:7: uniform
  if (get_global_id(1) > 3) out[0] = 1;
  // CHECK: branch [[#@LINE+1]]:7: divergent
  if (get_global_id(0) > 3) out[1] = 1;
}
