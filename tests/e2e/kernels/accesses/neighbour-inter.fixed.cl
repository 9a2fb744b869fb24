//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0), l = get_local_id(0);
  b[i] = a[i - l + (l + 1) % 16];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = -i;
}
