//lockstep: out-of-bounds global (4,0,0) repair-guard-texel.cl:6
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,4x8,r:float,zeros:float
//repair: let only those work-items write whose coordinate lies within get_image_width and so on
kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, (float4)(at.x));
}
