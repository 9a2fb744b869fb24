//lockstep: clean
//launch: kernel=k global=8 local=1 arg=0:buffer,16,zeros:int
// Each component gets one value, whoever writes it.
kernel void k(global int4 *a) {
  int i = get_global_id(0);
  ((global int *)a)[i & 3] = i & 3;
}
