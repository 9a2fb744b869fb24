//lockstep: race read-write intra-group global image-barrier-missing.cl:9 image-barrier-missing.cl:7
//launch: kernel=k global=64 local=16 arg=0:image1d,64,r:uint,zeros:uint arg=1:buffer,256,zeros:uint
//build: -cl-std=CL3.0
//outputs: any, reads may come before or after the writes
kernel void k(read_write image1d_t image, global uint *out) {
  int i = get_global_id(0), l = get_local_id(0);
  write_imageui(image, i, (uint4)(i));
  // no barrier
  out[i] = read_imageui(image, i - l + (l + 1) % 16).x;
}
//covers: image-barrier-flags
