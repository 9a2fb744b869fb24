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

// Each work-item pushes its node on a stack and pops one, most often another's (Treiber). No node is pushed
// twice, so none can come back between a look at the top and the exchange. Empty again at the end.
__kernel void stack(__global const float *in, __global float *out, __global float *values, __global uint *below,
                    __global atomic_uint *top) {
  const uint mine = get_global_id(0) + 1;
  values[mine] = in[mine - 1] * 2.0f;
  uint old = atomic_load_explicit(top, memory_order_relaxed, memory_scope_device);
  do below[mine] = old;
  while (!atomic_compare_exchange_weak_explicit(top, &old, mine, memory_order_release, memory_order_relaxed,
                                                memory_scope_device));
  uint node = atomic_load_explicit(top, memory_order_acquire, memory_scope_device);
  while (!atomic_compare_exchange_weak_explicit(top, &node, below[node], memory_order_acquire,
                                                memory_order_acquire, memory_scope_device)) {
  }
  out[node - 1] = values[node] + 1.0f;
}

// Groups add what they counted to totals that one lock guards, in the order of their tickets.
__kernel void ticket_lock(__global const int *in, __global int *totals, __global atomic_uint *next,
                          __global atomic_uint *serving, int per_item) {
  __local uint ticket;
  const size_t lid = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * size * per_item + lid;
  int sum = 0;
  for (int i = 0; i < per_item; ++i) sum += in[base + i * size];
  if (lid == 0) {
    ticket = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
    while (atomic_load_explicit(serving, memory_order_acquire, memory_scope_device) != ticket) {
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  totals[lid] += sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (lid == 0) atomic_store_explicit(serving, ticket + 1, memory_order_release, memory_scope_device);
}

// Persistent groups take blocks of their own queue, then of the others'. The last to finish fills all again.
__kernel void work_stealing(__global const float *in, __global float *out, __global atomic_uint *next,
                            __global atomic_uint *finished, uint blocks_each) {
  __local uint taken;
  const uint lid = get_local_id(0), size = get_local_size(0), groups = get_num_groups(0);
  for (uint i = 0; i < groups; ++i) {
    const uint owner = (get_group_id(0) + i) % groups;
    for (;;) {
      if (lid == 0)
        taken = atomic_fetch_add_explicit(&next[owner], 1u, memory_order_relaxed, memory_scope_device);
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint block = taken;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (block >= blocks_each) break;
      for (uint k = lid; k < 512; k += size) {
        const uint at = (owner * blocks_each + block) * 512 + k;
        out[at] = rsqrt(in[at] + 1.0f);
      }
    }
  }
  if (lid == 0 && atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device) == groups - 1) {
    for (uint i = 0; i < groups; ++i) atomic_store_explicit(&next[i], 0u, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(finished, 0u, memory_order_release, memory_scope_device);
  }
}

// needleman_wunsch of irregular.cl in one launch: a tile waits for those on its left and above, which have
// lower tickets. A tile's flag grows with each launch.
__kernel void wavefront(__global const int *similarity, __global int *scores, __global atomic_uint *done,
                        __global atomic_uint *next, int n, int penalty) {
  __local int tile[17][17];
  __local uint ticket;
  const int lid = get_local_id(0), tiles = n / 16, width = n + 1;
  if (lid == 0) ticket = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint epoch = ticket / (tiles * tiles) + 1;
  const int at = ticket % (tiles * tiles), left = at % tiles * 16, top = at / tiles * 16;
  if (lid == 0) {
    if (left > 0)
      while (atomic_load_explicit(&done[at - 1], memory_order_acquire, memory_scope_device) != epoch) {
      }
    if (top > 0)
      while (atomic_load_explicit(&done[at - tiles], memory_order_acquire, memory_scope_device) != epoch) {
      }
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (lid == 0) tile[0][0] = scores[top * width + left];
  tile[lid + 1][0] = scores[(top + lid + 1) * width + left];
  tile[0][lid + 1] = scores[top * width + left + lid + 1];
  for (int step = 0; step < 31; ++step) {
    const int x = lid + 1, y = step - lid + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y >= 1 && y <= 16) {
      const int match = tile[y - 1][x - 1] + similarity[(top + y - 1) * n + left + x - 1];
      tile[y][x] = max(match, max(tile[y][x - 1], tile[y - 1][x]) - penalty);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 1; y <= 16; ++y) scores[(top + y) * width + left + lid + 1] = tile[y][lid + 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (lid == 0) atomic_store_explicit(&done[at], epoch, memory_order_release, memory_scope_device);
}
