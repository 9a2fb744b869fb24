//lockstep: race wrong-fence-flag intra-group global image-barrier-flag.cl:8 image-barrier-flag.cl:6
//launch: kernel=k global=64 local=16 arg=0:image1d,64,r:uint,zeros:uint arg=1:buffer,256,zeros:uint
//build: -cl-std=CL3.0
kernel void k(read_write image1d_t image, global uint *out) {
  int i = get_global_id(0), l = get_local_id(0);
  write_imageui(image, i, (uint4)(i));
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = read_imageui(image, i - l + (l + 1) % 16).x;
}
//covers: image-barrier-flags
