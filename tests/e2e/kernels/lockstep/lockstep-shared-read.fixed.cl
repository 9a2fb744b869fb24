//lockstep: clean
//launch: kernel=k global=64 local=64 arg=0:buffer,256,zeros:int
//options: --model=lockstep:32
// A barrier between the reads and the write.
kernel void k(global int *a) {
  local volatile int s[1];
  if (get_local_id(0) == 0) s[0] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = s[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) s[0] = 6;
  a[get_local_id(0)] = x;
}
