// Work-items of a group that combine their results in local memory.

// Sums one block per work-group in a tree.
__kernel void reduction(__global const float *in, __global float *out, __local float *scratch) {
  size_t lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (lid < s) scratch[lid] += scratch[lid + s];
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}

// The same with the active work-items far apart, as in a first attempt at a reduction.
__kernel void reduction_sparse(__global const float *in, __global float *out) {
  __local float scratch[256];
  uint lid = get_local_id(0), size = get_local_size(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < size; step *= 2) {
    if (lid % (2 * step) == 0) scratch[lid] += scratch[lid + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}

// Few groups: each work-item sums a strided series first, the first of a group adds up the 256 sums.
__kernel void reduction_strided(__global const float *in, __global float *out, int n) {
  __local float sums[256];
  uint lid = get_local_id(0);
  float sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    for (int i = 1; i < 256; ++i) sum += sums[i];
    out[get_group_id(0)] = sum;
  }
}

// Inclusive prefix sums of a block by doubling distances (Hillis and Steele), in two halves.
__kernel void scan(__global const float *in, __global float *out) {
  __local float sums[2][256];
  uint lid = get_local_id(0), from = 0;
  sums[0][lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < 256; distance *= 2) {
    float sum = sums[from][lid];
    if (lid >= distance) sum += sums[from][lid - distance];
    sums[1 - from][lid] = sum;
    from = 1 - from;
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  out[get_global_id(0)] = sums[from][lid];
}

// Exclusive prefix sums of a block of 512 by a tree, up and down (Blelloch).
__kernel void scan_tree(__global const float *in, __global float *out) {
  __local float tree[512];
  uint lid = get_local_id(0), base = get_group_id(0) * 512, offset = 1;
  tree[2 * lid] = in[base + 2 * lid];
  tree[2 * lid + 1] = in[base + 2 * lid + 1];
  for (uint active = 256; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) tree[offset * (2 * lid + 2) - 1] += tree[offset * (2 * lid + 1) - 1];
    offset *= 2;
  }
  if (lid == 0) tree[511] = 0;
  for (uint active = 1; active < 512; active *= 2) {
    offset /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) {
      uint left = offset * (2 * lid + 1) - 1, right = offset * (2 * lid + 2) - 1;
      float value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * lid] = tree[2 * lid];
  out[base + 2 * lid + 1] = tree[2 * lid + 1];
}

#define BINS 256
// Each work-item counts `per_item` bytes, first into the group's bins, then into the result.
__kernel void histogram(__global const uchar *data, __global uint *result, int per_item) {
  __local uint bins[BINS];
  size_t lid = get_local_id(0), size = get_local_size(0);
  for (size_t i = lid; i < BINS; i += size) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t base = get_group_id(0) * size * per_item + lid;
#ifdef RACY
  for (int i = 0; i < per_item; ++i) bins[data[base + i * size]] += 1;
#else
  for (int i = 0; i < per_item; ++i) atomic_inc(&bins[data[base + i * size]]);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = lid; i < BINS; i += size) atomic_add(&result[i], bins[i]);
}

// Fetches elements of a block by indices that lie in memory.
__kernel void gather(__global const float *in, __global const uchar *index, __global float *out) {
  __local float block[256];
  uint lid = get_local_id(0);
  block[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (uint i = 0; i < 4; ++i) sum += block[index[get_global_id(0) + i] ^ i];
  out[get_global_id(0)] = sum;
}

// Fourier transforms of blocks of 256 complex numbers (radix 2, decimation in time), 128 work-items each.
__kernel void fft(__global const float2 *in, __global float2 *out) {
  __local float2 block[256];
  uint lid = get_local_id(0), base = get_group_id(0) * 256;
  for (uint i = lid; i < 256; i += 128) {
    uint reversed = 0;
    for (uint bit = 0; bit < 8; ++bit) reversed |= (i >> bit & 1) << (7 - bit);
    block[reversed] = in[base + i];
  }
  for (uint half_size = 1; half_size < 256; half_size *= 2) {
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    uint k = lid & (half_size - 1), at = 2 * lid - k;
    float angle = -3.14159265f * k / half_size;
    float2 w = (float2)(native_cos(angle), native_sin(angle));
    float2 u = block[at], t = block[at + half_size];
    t = (float2)(t.x * w.x - t.y * w.y, t.x * w.y + t.y * w.x);
    block[at] = u + t;
    block[at + half_size] = u - t;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < 256; i += 128) out[base + i] = block[i];
}
