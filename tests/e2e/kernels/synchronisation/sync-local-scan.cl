//lockstep: race read-write intra-group local sync-local-scan.cl:17 sync-local-scan.cl:18
//launch: kernel=k global=256 local=64 arg=0:buffer,1024,iota:uint arg=1:buffer,1024,zeros:uint arg=2:buffer,16,zeros:uint arg=3:buffer,16,zeros:uint arg=4:buffer,4,zeros:uint
//build: -cl-std=CL3.0
//outputs: any, the race decides them
// The order of groups is made by atomics on global memory; that of the scan in local memory by barriers alone, so
// that its checks can be proven idle at the launch like any kernel's.
kernel void k(global const uint *in, global uint *out, global uint *sums, global atomic_uint *ready,
              global atomic_uint *next) {
  local uint part[64], mine, before;
  const uint lid = get_local_id(0);
  if (lid == 0) mine = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint tile = mine;
  part[lid] = in[tile * 64 + lid];
  for (uint step = 1; step < 64; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint left = lid >= step ? part[lid - step] : 0;
    part[lid] += left;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    uint sum = 0;
    if (tile > 0) {
      while (atomic_load_explicit(&ready[tile - 1], memory_order_acquire, memory_scope_device) == 0) {
      }
      sum = sums[tile - 1];
    }
    sums[tile] = sum + part[63];
    atomic_store_explicit(&ready[tile], 1u, memory_order_release, memory_scope_device);
    before = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tile * 64 + lid] = before + part[lid];
}
