//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,68,iota:uint arg=1:view:0,image1d_buffer,17,r:uint arg=2:buffer,64,zeros:uint
kernel void k(global uint *data, read_only image1d_buffer_t view, global uint *out) {
  int i = get_global_id(0);
  data[i] = i + 100;
  out[i] = read_imageui(view, 16).x;
}
