// Kernels that do next to nothing, for what launches themselves cost; and two whose checks cannot be dropped.

__kernel void pruned(__global int *out) { out[get_global_id(0)] = 1; }

// The sum makes two work-items meet in local memory, so that the launch is checked once and certified then.
__kernel void certified(__global int *out) {
  __local int part[64];
  uint lid = get_local_id(0);
  part[lid ^ 1] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[63 - lid];
}

// What is written where depends on memory.
__kernel void checked(__global int *out) {
  uint i = get_global_id(0);
  out[i + (out[i] >> 31)] = 1;
}

uint scrambled(uint i) {
  return i * 2654435761u;
}

// Each work-item writes one element of its own, which no proof finds: multiplication by an odd number
// permutes the numbers below a power of two.
__kernel void scatter(__global int *out, uint mask) { out[scrambled(get_global_id(0)) & mask] += 1; }

// 16 elements of its own for each work-item, as far apart as the buffer allows.
__kernel void spread(__global int *out, uint mask) {
  uint i = get_global_id(0), items = get_global_size(0);
  for (uint k = 0; k < 16; ++k) out[scrambled(i + k * items) & mask] += 1;
}
