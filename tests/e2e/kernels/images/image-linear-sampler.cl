//lockstep: race read-write intra-group global image-linear-sampler.cl:7 image-linear-sampler.cl:8
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,8x8,rgba:float,iota:float arg=1:same:0 arg=2:sampler:clamp,linear
//outputs: any, reads may come before or after the writes
// A linear filter reads the neighbours too, a nearest one the texel alone.
kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 v = read_imagef(in, s, (float2)(at.x + 0.5f, at.y + 0.5f));
  write_imagef(out, at, v + 1);
}
//covers: sampler-argument
