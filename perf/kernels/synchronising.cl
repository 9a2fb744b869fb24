// Work-groups that hand results on with atomics. Each kernel can be launched again on the same memory.

// Persistent groups take blocks of 1024 elements from a counter; the last to finish resets it.
__kernel void queue(__global const float *in, __global float *out, __global atomic_uint *next,
                    __global atomic_uint *finished, uint blocks) {
  __local uint block;
  const uint lid = get_local_id(0), size = get_local_size(0);
  for (;;) {
    if (lid == 0) block = atomic_fetch_add_explicit(next, 1u, memory_order_acq_rel, memory_scope_device);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine = block;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= blocks) break;
    for (uint i = lid; i < 1024; i += size) {
      const float x = in[mine * 1024 + i];
      out[mine * 1024 + i] = sqrt(x) * x + 1.0f;
    }
  }
  if (lid == 0 && atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device) ==
                      get_num_groups(0) - 1) {
    atomic_store_explicit(finished, 0u, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(next, 0u, memory_order_release, memory_scope_device);
  }
}

// Prefix sum in one pass: tiles publish their sums and look back. A tile's status grows with each launch.
__kernel void look_back(__global const uint *in, __global uint *out, __global atomic_uint *status,
                        __global uint *sums, __global uint *prefixes, __global atomic_uint *next,
                        __local uint *part) {
  __local uint ticket, before;
  const uint lid = get_local_id(0), size = get_local_size(0), tiles = get_num_groups(0);
  if (lid == 0) ticket = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = ticket % tiles, epoch = ticket / tiles * 2;
  part[lid] = in[tile * size + lid];
  for (uint step = 1; step < size; step <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint left = lid >= step ? part[lid - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    part[lid] += left;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    sums[tile * 2 + epoch / 2 % 2] = part[size - 1];
    atomic_store_explicit(&status[tile], epoch + 1, memory_order_release, memory_scope_device);
    uint prefix = 0;
    for (uint t = tile; t > 0;) {
      const uint s = atomic_load_explicit(&status[t - 1], memory_order_acquire, memory_scope_device);
      if (s == epoch + 2) {
        prefix += prefixes[(t - 1) * 2 + epoch / 2 % 2];
        break;
      }
      if (s == epoch + 1) prefix += sums[--t * 2 + epoch / 2 % 2];
    }
    prefixes[tile * 2 + epoch / 2 % 2] = prefix + part[size - 1];
    atomic_store_explicit(&status[tile], epoch + 2, memory_order_release, memory_scope_device);
    before = prefix;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tile * size + lid] = before + part[lid];
}

// Each group counts in local memory and adds its bins to the result under one of 16 locks.
__kernel void lock_histogram(__global const uchar *data, __global uint *result, __global atomic_uint *locks,
                             int per_item) {
  __local uint bins[256];
  const uint lid = get_local_id(0), size = get_local_size(0);
  for (uint i = lid; i < 256; i += size) bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t base = get_group_id(0) * size * per_item + lid;
  for (int i = 0; i < per_item; ++i) atomic_inc(&bins[data[base + i * size]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 16) {
    while (atomic_exchange_explicit(&locks[lid], 1u, memory_order_acquire, memory_scope_device)) {
    }
    for (uint i = 0; i < 16; ++i) result[lid * 16 + i] += bins[lid * 16 + i];
    atomic_store_explicit(&locks[lid], 0u, memory_order_release, memory_scope_device);
  }
}
