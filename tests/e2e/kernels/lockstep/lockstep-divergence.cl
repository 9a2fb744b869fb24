//lockstep: divergence lockstep-divergence.cl:7 lockstep-divergence.cl:9
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int
//options: --model=lockstep:8
//items: 0,0,0 5,0,0
// Lock step does not bring the two ways together: a barrier is met by all at the same place.
kernel void k(global int *a) {
  if (get_local_id(0) < 5) barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
//covers: simt-divergence
