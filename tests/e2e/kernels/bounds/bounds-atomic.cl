//lockstep: out-of-bounds global 0 bounds-atomic.cl:6
//launch: kernel=k global=64 local=16 arg=0:buffer,252,zeros:int arg=1:buffer,256,iota:int
//items: 63,0,0
// A histogram with one bin too few.
kernel void k(global int *bins, global const int *in) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}
//covers: bounds
