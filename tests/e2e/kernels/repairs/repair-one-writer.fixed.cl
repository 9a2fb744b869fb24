//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,64,iota:int
//made: let only one work-item of the group write it
kernel void k(global int *last, global const int *in) {
  if (get_local_id(0) == 15) last[0] = 2 * in[get_local_id(0)];
}
