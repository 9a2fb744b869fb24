// Work-items that combine their results.

// Sums one block per work-group in a tree.
__kernel void reduction(__global const float *in, __global float *out, __local float *scratch) {
  size_t lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) scratch[lid] += scratch[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}

#define BINS 256
// Each work-item counts `per_item` bytes, first into the group's bins, then into the result.
__kernel void histogram(__global const uchar *data, __global uint *result, int per_item) {
  __local uint bins[BINS];
  size_t lid = get_local_id(0), size = get_local_size(0);
  for (size_t i = lid; i < BINS; i += size) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t base = get_group_id(0) * size * per_item + lid;
  for (int i = 0; i < per_item; ++i) atomic_inc(&bins[data[base + i * size]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = lid; i < BINS; i += size) atomic_add(&result[i], bins[i]);
}
