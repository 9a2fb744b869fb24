//lockstep: clean
//launch: kernel=k global=31 local=1 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//made: write to a second buffer
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  int v = in[i + 1];
  out[i] = v;
}
