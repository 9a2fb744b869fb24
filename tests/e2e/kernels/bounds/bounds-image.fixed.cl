//lockstep: clean
//launch: kernel=k global=4,8 local=4,8 arg=0:image2d,4x8,r:float,zeros:float
//pruned: 1
// All of the columns are in the image, and nothing is left to check.
kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, (float4)(at.x));
}
