//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,value:5:int arg=1:buffer,4,zeros:int
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int arg=1:buffer,4,zeros:int
//options: --model=lockstep:8
kernel void k(global const int *in, global int *out) {
  out[0] = in[0];
}
