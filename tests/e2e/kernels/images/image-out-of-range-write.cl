//lockstep: race write-write intra-group global image-out-of-range-write.cl:7 image-out-of-range-write.cl:7
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,4x8,r:float,zeros:float
//outputs: any, the last writer wins
// Several columns write the last one of the image.
kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, (int2)(min(at.x, 3), at.y), (float4)(at.x));
}
//covers: image-bounds
