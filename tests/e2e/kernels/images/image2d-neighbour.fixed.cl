//lockstep: clean
//launch: kernel=k global=8,8 local=8,8 arg=0:image2d,9x8,rgba:uchar,iota:uchar arg=1:image2d,9x8,rgba:uchar,zeros:uchar
//build: -cl-std=CL3.0
kernel void k(read_only image2d_t image, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint4 right = read_imageui(image, at + (int2)(1, 0));
  write_imageui(out, at, right);
}
