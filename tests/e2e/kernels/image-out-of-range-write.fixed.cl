//lockstep: clean
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,4x8,r:float,zeros:float
// All of x = 4 lies outside, where a write does nothing.
kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, (int2)(at.x < 4 ? at.x : 4, at.y), (float4)(at.x));
}
