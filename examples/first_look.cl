// Six kernels for a first look at lockstep: three bugs, each with its repaired twin.
// All three bugs tend to go unnoticed: on a CPU the results often look right.

// 1. A race on global memory. The sum of two neighbours, stored in place: work-item i reads the
//    element that work-item i+1 overwrites, and nothing says which happens first.
kernel void sum_neighbours_racy(global int *data) {
  int i = get_global_id(0);
  int right = data[i + 1];
  data[i] += right;
}

// Repaired: read from one buffer, write to another. (A barrier would only help within a group.)
kernel void sum_neighbours(global const int *data, global int *out) {
  int i = get_global_id(0);
  out[i] = data[i] + data[i + 1];
}

// 2. A race on local memory. Each group reverses its part through a tile, but a work-item may
//    read its partner's place in the tile before the partner has filled it.
kernel void reverse_racy(global int *data, local int *tile) {
  int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  tile[l] = data[i];
  data[i] = tile[n - 1 - l];
}

// Repaired: a barrier between filling the tile and reading it.
kernel void reverse(global int *data, local int *tile) {
  int i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  tile[l] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] = tile[n - 1 - l];
}

// 3. A divergent barrier. The launch is rounded up to whole groups; in the last group the
//    work-items past the end return and never arrive at the barrier that the others wait at.
kernel void smooth_divergent(global const int *data, global int *out, int count) {
  local int tile[16];
  int i = get_global_id(0), l = get_local_id(0);
  if (i >= count) return;
  tile[l] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l] + (l > 0 ? tile[l - 1] : 0);
}

// Repaired: everyone arrives at the barrier, only the work around it is conditional.
kernel void smooth(global const int *data, global int *out, int count) {
  local int tile[16];
  int i = get_global_id(0), l = get_local_id(0);
  if (i < count) tile[l] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < count) out[i] = tile[l] + (l > 0 ? tile[l - 1] : 0);
}
