//lockstep: race atomic-plain intra-group global atomics-alone.cl:10 atomics-alone.cl:12
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,16,zeros:uint arg=2:buffer,256,zeros:uint
//build: -cl-std=CL3.0
//outputs: any, the last work-item reads what others still add to
//pruned: 0
// Everybody adds to a bin, and one reads one of them without waiting for the others.
kernel void k(global const uint *in, global atomic_uint *bins, global uint *out) {
  const uint i = get_global_id(0);
  out[i] = in[i] * 2;
  atomic_fetch_add(&bins[in[i] & 1], 1u);
  if (i != 63) return;
  out[i] = *(global const uint *)bins;
}
