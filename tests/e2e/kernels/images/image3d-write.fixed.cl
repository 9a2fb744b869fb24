//lockstep: clean
//launch: kernel=k global=4,4,4 local=4,4,1 arg=0:image3d,4x4x4,rgba:int,zeros:int
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
kernel void k(write_only image3d_t out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagei(out, at, (int4)(at.z));
}
