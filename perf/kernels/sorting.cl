// Sorting: a network within blocks, a network over all, and by digits.

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

// One step of the network over a whole array.
__kernel void bitonic_step(__global float *keys, uint size, uint stride) {
  uint i = get_global_id(0), at = 2 * i - (i & (stride - 1));
  bool ascending = (at & size) == 0;
  float low = keys[at], high = keys[at + stride];
  if ((low > high) == ascending) {
    keys[at] = high;
    keys[at + stride] = low;
  }
}

// Sorting by digits of 4 bits, a pass in three kernels. Each of `items` work-items has 64 keys in a row.
// counts[digit * items + item]
__kernel void radix_count(__global const uint *keys, __global uint *counts, uint shift) {
  uint item = get_global_id(0), items = get_global_size(0);
  uint mine[16];
  for (uint d = 0; d < 16; ++d) mine[d] = 0;
  for (uint i = 0; i < 64; ++i) ++mine[keys[item * 64 + i] >> shift & 15];
  for (uint d = 0; d < 16; ++d) counts[d * items + item] = mine[d];
}

// Exclusive prefix sums of all counts, by one group of 256.
__kernel void radix_scan(__global uint *counts, uint n) {
  __local uint sums[256];
  uint lid = get_local_id(0), per_item = n / 256, sum = 0;
  for (uint i = 0; i < per_item; ++i) sum += counts[lid * per_item + i];
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint before = 0;
  for (uint i = 0; i < lid; ++i) before += sums[i];
  for (uint i = 0; i < per_item; ++i) {
    uint count = counts[lid * per_item + i];
    counts[lid * per_item + i] = before;
    before += count;
  }
}

__kernel void radix_scatter(__global const uint *from, __global uint *to, __global const uint *starts, uint shift) {
  uint item = get_global_id(0), items = get_global_size(0);
  uint next[16];
  for (uint d = 0; d < 16; ++d) next[d] = starts[d * items + item];
  for (uint i = 0; i < 64; ++i) {
    uint key = from[item * 64 + i];
    to[next[key >> shift & 15]++] = key;
  }
}

// One round of a merge sort: each element of a run finds its place among those of the run beside it.
__kernel void merge_step(__global const int *in, __global int *out, int run) {
  int i = get_global_id(0), start = i / run * run, other = start ^ run;
  int key = in[i], low = other, high = other + run;
  bool left = start < other;  // of equal elements the left run's come first
  while (low < high) {
    int middle = (low + high) / 2;
    if (left ? in[middle] < key : in[middle] <= key)
      low = middle + 1;
    else
      high = middle;
  }
  out[min(start, other) + (i - start) + (low - other)] = key;
}

// Blocks of twice the group, by odd-even transposition.
__kernel void odd_even(__global const float *in, __global float *out) {
  __local float block[128];
  uint lid = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size * 2;
  block[lid] = in[base + lid];
  block[lid + size] = in[base + lid + size];
  for (uint round = 0; round < size * 2; ++round) {
#ifndef RACY
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    uint at = lid * 2 + (round & 1);
    if (at + 1 < size * 2) {
      float a = block[at], b = block[at + 1];
      if (a > b) {
        block[at] = b;
        block[at + 1] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + lid] = block[lid];
  out[base + lid + size] = block[lid + size];
}
