//lockstep: race write-write intra-group global image2d-array-write.cl:6 image2d-array-write.cl:6
//launch: kernel=k global=4,4,4 local=4,4,4 arg=0:image2d_array,4x4x4,rgba:int,zeros:int
//outputs: any, the last writer wins
kernel void k(write_only image2d_array_t out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagei(out, (int4)(at.x, at.y, 2, 0), (int4)(at.z));
}
//covers: image-arrays
