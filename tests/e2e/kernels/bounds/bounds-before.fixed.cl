//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//pruned: 1
// A stencil with an edge; a pointer to in front of the buffer is made, and one behind it, but not followed.
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  global const int *left = in + i - 1, *end = in + 32;
  out[i] = in[i] - (i > 0 ? *left : 0);
  if (left == end) out[i] = 0;
}
