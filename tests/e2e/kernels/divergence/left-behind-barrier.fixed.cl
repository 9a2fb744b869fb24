//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
kernel void k(global int *data, global int *out) {
  int l = get_local_id(0);
  data[l] = l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l != 3) out[l] = data[l ^ 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0) data[3] = 9;
  if (l == 4) out[8] = data[2];
}
