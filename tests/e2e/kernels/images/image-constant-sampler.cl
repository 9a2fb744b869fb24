//lockstep: race read-write intra-group global image-constant-sampler.cl:8 image-constant-sampler.cl:9
//launch: kernel=k global=8 local=8 arg=0:image1d,8,r:float,iota:float arg=1:same:0
//outputs: any, reads may come before or after the writes
// Past the end repeat begins anew, mirrored repeat goes back.
constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
kernel void k(read_only image1d_t in, write_only image1d_t out) {
  int i = get_global_id(0);
  float4 v = read_imagef(in, s, (i + 8.5f) / 8.0f);
  write_imagef(out, i, v + 1);
}
//covers: sampler-constant
