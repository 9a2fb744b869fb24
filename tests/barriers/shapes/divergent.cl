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
