//lockstep: race read-write intra-group local local-beside-order.cl:12 local-beside-order.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:uint arg=1:buffer,256,zeros:int
//build: -cl-std=CL3.0
//outputs: any, the race decides them
//pruned: 0
// Atomics that order all memory stand between the write and the other work-item's read, but it waits for none of them.
kernel void k(global atomic_uint *count, global int *out) {
  local int tile[16];
  const int lid = get_local_id(0);
  tile[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[lid] += atomic_fetch_add(&count[get_global_id(0)], 1u);
  out[get_global_id(0)] = tile[lid ^ 1];
}
