//lockstep: clean
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int
//options: --model=lockstep:8
kernel void k(global int *a) {
  if (get_group_id(0) < 1) barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
