//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,128,iota:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  int v = a[i + 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = v;
}
