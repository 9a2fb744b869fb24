//lockstep: race read-write intra-group global image2d-neighbour.cl:7 image2d-neighbour.cl:8
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,9x8,rgba:uchar,iota:uchar
//build: -cl-std=CL3.0
//outputs: any, reads may come before or after the writes
kernel void k(read_write image2d_t image) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint4 right = read_imageui(image, at + (int2)(1, 0));
  write_imageui(image, at, right);
}
//covers: image2d
