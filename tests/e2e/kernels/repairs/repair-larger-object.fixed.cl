//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//made: make 'in' larger
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i];
}
