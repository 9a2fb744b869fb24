//lockstep: clean
//launch: kernel=k global=5 local=5 arg=0:buffer,60,iota:int arg=1:buffer,80,zeros:int
//pruned: 1
// vload3 reads three, also of the last triple.
kernel void k(global const int *in, global int4 *out) {
  int3 v = vload3(get_global_id(0), in);
  out[get_global_id(0)] = (int4)(v, 0);
}
