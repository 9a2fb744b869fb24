//lockstep: race atomic-plain intra-group local sync-local-bins.cl:13 sync-local-bins.cl:18
//build: -cl-std=CL3.0
//launch: kernel=k global=64 local=32 arg=0:buffer,64,iota:uchar arg=1:buffer,32,zeros:uint arg=2:buffer,4,zeros:uint
//outputs: any, the bins are added up before they are counted
// The lock orders global memory only; nothing but a barrier orders the relaxed atomics on the bins with the plain reads.
kernel void k(global const uchar *data, global uint *result, global atomic_uint *lock) {
  local uint bins[8];
  const uint l = get_local_id(0);
  if (l < 8) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint bin = data[get_global_id(0)] % 8;
  for (int i = 0; i < 3; ++i)
    atomic_inc(&bins[bin]);
  if (l == 0) {
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device)) {
    }
    for (uint i = 0; i < 8; ++i)
      result[i] += bins[i];
    atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
  }
}
//covers: sync-regions
