//lockstep: race write-write inter-group global image1d-buffer-write.cl:6 image1d-buffer-write.cl:6
//launch: kernel=k global=16 local=4 arg=0:buffer,64,zeros:uint arg=1:view:0,image1d_buffer,16,r:uint
//outputs: any, the last writer wins
kernel void k(global uint *data, write_only image1d_buffer_t out) {
  int i = get_global_id(0);
  write_imageui(out, i % 12, (uint4)(i, 0, 0, 1));
}
//covers: image1d-buffer
