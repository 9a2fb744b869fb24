// A barrier is judged by every branch that decides whether and how often it is met.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,lower-builtins,print-uniformity - 2>&1 | FileCheck %s

// Behind a divergent branch, and behind one that only looks uniform after a divergent loop.
// CHECK-LABEL: kernel nested
kernel void nested(global int *out, int n) {
  int l = get_local_id(0);
  if (n > 3) {
    if (l > 2) {
      if (n > 4)
        // CHECK: barrier [[#@LINE+1]]:9: divergent: the branch at [[#@LINE-2]]:9 depends on get_local_id
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // CHECK: barrier [[#@LINE+1]]:5: uniform
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = 1;
}

// Leaving a loop in different iterations: the counter is equal inside, not after it.
// CHECK-LABEL: kernel temporal
kernel void temporal(global int *out) {
  int l = get_local_id(0), i = 0;
  while (i < l) i++;
  // CHECK: barrier [[#@LINE+1]]:3: uniform
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: branch [[#@LINE+1]]:7: divergent: {{.*}} depends on get_local_id
  if (i > 3)
    // CHECK: barrier [[#@LINE+1]]:5: divergent
    barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = i;
}

// An early return divides the group for all that follows.
// CHECK-LABEL: kernel early
kernel void early(global int *out, int n) {
  if (get_global_id(0) >= n) return;
  for (int i = 0; i < n; i++)
    // CHECK: barrier [[#@LINE+1]]:5: divergent: the branch at [[#@LINE-2]]:7 depends on get_global_id
    barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = 1;
}

// Values that come together from two sides of a divergent branch.
// CHECK-LABEL: kernel joined
kernel void joined(global int *out, int n) {
  int x = 1;
  if (get_local_id(0) > 2) x = 2;
  if (x == 2)
    // CHECK: barrier [[#@LINE+1]]:5: divergent: the branch at [[#@LINE-1]]:7 depends on get_local_id ([[#@LINE-2]]:7)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = x;
}

// In a helper: judged at each call.
void meet(int yes) {
  if (yes) barrier(CLK_GLOBAL_MEM_FENCE);
}
// CHECK-LABEL: kernel helper
kernel void helper(global int *out, int n) {
  meet(n);
  // CHECK: barrier [[#@LINE-5]]:12: uniform
  meet(out[get_local_id(0)]);
  // CHECK: barrier [[#@LINE-7]]:12: divergent: the branch at [[#@LINE-7]]:7 depends on a load from argument `out`
  out[0] = 1;
}

// A variable that one path leaves without a value.
// CHECK-LABEL: kernel undefined
kernel void undefined(global int *out, int n) {
  int x;
  if (n > 3) x = n * 2;
  if (x > 4)
    // CHECK: barrier [[#@LINE+1]]:5: divergent: {{.*}} not initialised
    barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = x;
}

// do-while: the barrier's own block decides whether it comes back.
// CHECK-LABEL: kernel bottom
kernel void bottom(global int *out, global int *in) {
  int i = get_local_id(0);
  do {
    // CHECK: barrier [[#@LINE+1]]:5: divergent
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (i-- > 0);
  out[0] = 1;
}

// Met by all, but not with the same flags.
// CHECK-LABEL: kernel flags
kernel void flags(global int *out, int n) {
  // CHECK: barrier [[#@LINE+2]]:3: uniform
  // CHECK-NEXT: flags [[#@LINE+1]]:3: divergent: its flags depend on get_local_id ([[#@LINE+1]]:11)
  barrier(get_local_id(0) < 3 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  // CHECK: barrier [[#@LINE+2]]:3: uniform
  // CHECK-NOT: flags
  barrier(n ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  out[n] = 1;
}
