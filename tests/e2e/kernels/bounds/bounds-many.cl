//lockstep: out-of-bounds global 0 bounds-many.cl:7
//launch: kernel=k global=4096 local=16 arg=0:buffer,1024,iota:int arg=1:buffer,16384,zeros:int
//items: 256,0,0
//outputs: any, what lies behind a buffer is anything
// More often than a pair of accesses that races is counted: what is told in a finding counts nowhere else (`incomplete`).
kernel void k(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
