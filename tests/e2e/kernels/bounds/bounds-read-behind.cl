//lockstep: out-of-bounds global 8 bounds-read-behind.cl:7
//launch: kernel=k global=64 local=16 arg=0:buffer,240,iota:int arg=1:buffer,256,zeros:int
//items: 62,0,0
//outputs: any, what lies behind a buffer is anything
// A buffer that the kernel never writes: no race could be there. What element 60 is read for is not used.
kernel void k(global const int *in, global int *out) {
  int x = get_global_id(0) > 61 ? in[get_global_id(0)] : 0;
  out[get_global_id(0)] = x;
}
//covers: bounds
