// Kernels whose work-items wait for each other: what the barriers' treatment costs shows here.

// Sums a block; the active work-items lie far apart, as in a first attempt at a reduction.
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
    barrier(CLK_LOCAL_MEM_FENCE);
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

// Transposes an n x n matrix by tiles, rows of a tile padded against bank conflicts.
__kernel void transpose(__global const float *in, __global float *out, int n) {
  __local float tile[16][17];
  uint x = get_local_id(0), y = get_local_id(1);
  uint column = get_group_id(0) * 16, row = get_group_id(1) * 16;
  tile[y][x] = in[(row + y) * n + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(column + y) * n + row + x] = tile[x][y];
}

// Sorts blocks of 512 (Batcher's bitonic network).
__kernel void bitonic_sort(__global const float *in, __global float *out) {
  __local float keys[512];
  uint lid = get_local_id(0), base = get_group_id(0) * 512;
  keys[lid] = in[base + lid];
  keys[lid + 256] = in[base + lid + 256];
  for (uint size = 2; size <= 512; size *= 2) {
    for (uint stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint at = 2 * lid - (lid & (stride - 1));
      bool ascending = (at & size) == 0;
      float low = keys[at], high = keys[at + stride];
      if ((low > high) == ascending) {
        keys[at] = high;
        keys[at + stride] = low;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + lid] = keys[lid];
  out[base + lid + 256] = keys[lid + 256];
}

// Four steps of a three-point stencil on a block kept in local memory; its edges stay.
__kernel void stencil_local(__global const float *in, __global float *out) {
  __local float row[256];
  uint lid = get_local_id(0);
  row[lid] = in[get_global_id(0)];
  for (int step = 0; step < 4; ++step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float left = row[max(lid, 1u) - 1], here = row[lid], right = row[min(lid + 1, 255u)];
    barrier(CLK_LOCAL_MEM_FENCE);
    row[lid] = 0.25f * left + 0.5f * here + 0.25f * right;
  }
  out[get_global_id(0)] = row[lid];
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

// Accelerations of n bodies, tile by tile of 256.
__kernel void nbody(__global const float4 *bodies, __global float4 *accelerations, int n) {
  __local float4 tile[256];
  uint lid = get_local_id(0);
  float4 self = bodies[get_global_id(0)], sum = 0;
  for (int first = 0; first < n; first += 256) {
    tile[lid] = bodies[first + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 256; ++i) {
      float4 d = tile[i] - self;
      float square = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
      sum += d * (tile[i].w * native_rsqrt(square * square * square));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[get_global_id(0)] = sum;
}
