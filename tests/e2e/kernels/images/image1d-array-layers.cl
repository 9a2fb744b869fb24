//lockstep: race write-write inter-group global image1d-array-layers.cl:7 image1d-array-layers.cl:7
//launch: kernel=k global=8,4 local=8,1 arg=0:image1d_array,8x4,r:int,zeros:int
//outputs: any, the last writer wins
// The same texel of two layers is two texels.
kernel void k(write_only image1d_array_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagei(out, (int2)(at.x, at.y & 2), (int4)(at.y));
}
//covers: image-arrays
