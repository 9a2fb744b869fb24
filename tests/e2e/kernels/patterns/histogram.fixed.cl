//lockstep: clean
//launch: kernel=k global=64 local=32 arg=0:buffer,256,random:5:int arg=1:buffer,32,zeros:int
kernel void k(global const int *in, global int *bins) {
  local int t[8];
  int l = get_local_id(0);
  if (l < 8) t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&t[in[get_global_id(0)] % 8]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(&bins[l], t[l]);
}
