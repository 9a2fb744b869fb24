//lockstep: race read-write intra-group global image-over-buffer.cl:6 image-over-buffer.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,68,iota:uint arg=1:view:0,image1d_buffer,17,r:uint arg=2:buffer,64,zeros:uint
//outputs: any, reads may come before or after the writes
kernel void k(global uint *data, read_only image1d_buffer_t view, global uint *out) {
  int i = get_global_id(0);
  data[i] = i + 100;
  out[i] = read_imageui(view, i + 1).x;
}
//covers: image-over-buffer
