//lockstep: out-of-bounds global (4,0,0) bounds-image.cl:6
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,4x8,r:float,zeros:float
// Half of the columns are not in the image: OpenCL leaves undefined what their writes do.
kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, (float4)(at.x));
}
//covers: image-bounds
