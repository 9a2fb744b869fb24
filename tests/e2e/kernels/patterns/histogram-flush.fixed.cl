//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,random:5:int arg=1:buffer,128,zeros:int
// Each group has bins of its own.
kernel void k(global const int *in, global int *bins) {
  local int t[8];
  int l = get_local_id(0);
  if (l < 8) t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&t[in[get_global_id(0)] % 8]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) bins[8 * get_group_id(0) + l] += t[l];
}
