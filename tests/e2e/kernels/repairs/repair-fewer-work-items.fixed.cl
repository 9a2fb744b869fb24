//lockstep: clean
//launch: kernel=k global=15 local=1 arg=0:buffer,60,iota:int arg=1:buffer,64,zeros:int
//made: launch fewer work-items
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i];
}
