//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,256,zeros:int
//made: mend what parted them before; this follows from it
// Nobody leaves the loop early.
kernel void k(global int *a) {
  for (int i = 0; i < 4; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) != 3 || i < 2) a[get_global_id(0)]++;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)]++;
}
