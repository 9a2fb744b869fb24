//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
//pruned: 1
// A buffer that the kernel never writes: no race could be there.
kernel void k(global const int *in, global int *out) {
  int x = get_global_id(0) > 61 ? in[get_global_id(0)] : 0;
  out[get_global_id(0)] = x;
}
