//lockstep: race write-write inter-group global image3d-write.cl:7 image3d-write.cl:7
//launch: kernel=k global=4,4,4 local=4,4,1 arg=0:image3d,4x4x4,rgba:int,zeros:int
//outputs: any, the last writer wins
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
kernel void k(write_only image3d_t out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagei(out, (int4)(at.x, at.y, at.z / 2, 0), (int4)(at.z));
}
//covers: image3d
