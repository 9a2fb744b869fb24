//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:uint arg=1:buffer,256,zeros:int
//build: -cl-std=CL3.0
//pruned: 1
// Barriers keep local memory in order, whatever atomics order beside them.
kernel void k(global atomic_uint *count, global int *out) {
  local int tile[16];
  const int lid = get_local_id(0);
  tile[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[lid] += atomic_fetch_add(&count[get_global_id(0)], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[lid ^ 1];
}
