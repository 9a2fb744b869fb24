// Work-items part at barriers: the exact pairs, who and what. Positions are line:column.

// diverges: barrier 7:5 / exit 9:1 by site items 0/3
kernel void branch(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0);
  if (l < 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = l;
}

// Group-wide agreement is no divergence, even if groups differ.
// flattened
kernel void by_group(global int *out, global const int *in, local int *tmp, int n) {
  tmp[get_local_id(0)] = get_group_id(0);
  if (tmp[get_local_id(0)] & 1) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}

// [000, Fig. 1b]: work-items leave the loop at different times.
// diverges: barrier 28:5 / exit 33:1 by site items 1/0
// diverges: barrier 30:5 / exit 33:1 by site items 1/0
// launch: global=8 local=8
kernel void scan(global int *sum, global const int *in, local int *tmp, int n) {
  int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset <= tid) {
    temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}

// The same barrier, other iterations: work-item 0 skips the first.
// diverges: barrier 43:5 / barrier 43:5 by iteration 1/2 items 1/0
// diverges: barrier 43:5 / exit 46:1 by site items 1/0
// launch: global=8 local=8
kernel void iteration(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), i = 0;
  for (i = 0; i < 3; i++) {
    if (l == 0 && i == 0) continue;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[l] = i;
}

void meet(int yes) {
  if (yes)
    barrier(CLK_LOCAL_MEM_FENCE);
}

// One barrier, reached through two calls: the call path is part of where a work-item is.
// diverges: barrier 50:5 < 58:5 / barrier 50:5 < 60:5 by site items 1/0
// launch: global=8 local=8
kernel void calls(global int *out, global const int *in, local int *tmp, int n) {
  if (get_local_id(0) & 1)
    meet(1);
  else
    meet(n);
  out[get_local_id(0)] = 1;
}

// The flags are a barrier variable too.
// diverges: barrier 69:3 / barrier 69:3 by flags 1/3 items 0/4
// launch: global=8 local=8
kernel void flags(global int *out, global const int *in, local int *tmp, int n) {
  if (in[get_local_id(0)] > 100) return;
  barrier(get_local_id(0) < 4 ? CLK_LOCAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_local_id(0)] = 1;
}

// Several returns: the one that was taken is named; later barriers are diverged from as well.
// diverges: barrier 80:3 / exit 79:16 by site items 0/6
// diverges: barrier 82:3 / exit 79:16 by site items 0/6
// launch: global=8 local=8
kernel void returns(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0);
  if (l > 5) { return; }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 100) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = 1;
}

// Of several differences the outermost loop's is named. Work-item 0 skips an outer iteration.
// diverges: barrier 94:7 / barrier 94:7 by iteration 1/2 items 1/0
// diverges: barrier 94:7 / exit 96:1 by site items 1/0
// launch: global=8 local=8 n=2
kernel void outermost(global int *out, global const int *in, local int *tmp, int n) {
  for (int i = 0; i < n; i++) {
    if (i == 0 && get_local_id(0) == 0) continue;
    for (int j = 0; j < 2; j++)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Two different barriers, one in each branch: everybody meets "a" barrier, and real devices often
// let that pass.
// diverges: barrier 105:5 / barrier 107:5 by site items 0/4
// launch: global=16 local=8
kernel void either(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0);
  if (l < 4)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = l;
}

// An inner loop without a barrier may go round as often as each work-item likes, and so may a loop
// that is over when the barrier is met.
// flattened
kernel void no_barrier(global int *out, global const int *in, local int *tmp, int n) {
  int l = get_local_id(0), sum = 1;
  tmp[l] = 3;
  for (int i = 0; i < tmp[l]; i++) {
    for (int j = 0; j < in[l]; j++) sum += j;
    for (int j = 0; j < in[l]; j++) {
      if (in[l] < -1) barrier(CLK_LOCAL_MEM_FENCE);
      sum ^= j;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

// diverges: barrier 131:3 / barrier 131:3 by flags 1/2 items 0/3
// launch: global=8 local=8
kernel void only_flags(global int *out, global const int *in, local int *tmp, int n) {
  barrier(get_local_id(0) < 3 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  out[get_local_id(0)] = 1;
}
