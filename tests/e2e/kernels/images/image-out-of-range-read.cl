//lockstep: race read-write intra-group global image-out-of-range-read.cl:8 image-out-of-range-read.cl:9
//launch: kernel=k global=8 local=8 arg=0:image1d,8,rgba:int,iota:int arg=1:same:0
//outputs: any, reads may come before or after the writes
// What lies outside is the edge texel or, with clamp, no texel at all.
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void k(read_only image1d_t in, write_only image1d_t out) {
  int i = get_global_id(0);
  int4 v = read_imagei(in, s, i + 8);
  write_imagei(out, i, v + i);
}
//covers: sampler-integer
