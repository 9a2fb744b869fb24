//lockstep: race read-write inter-group global image-helper.cl:7 image-helper.cl:12
//lockstep: race read-write intra-group global image-helper.cl:7 image-helper.cl:12
//launch: kernel=k global=16 local=4 arg=0:image2d,17x1,rgba:half,zeros:float
//build: -cl-std=CL3.0
//outputs: any, reads may come before or after the writes
float4 fetch(read_write image2d_t image, int x) {
  return read_imagef(image, (int2)(x, 0));
}
kernel void k(read_write image2d_t image) {
  int i = 4 * get_global_id(0);
  float4 v = fetch(image, (i + 4) / 4);
  write_imagef(image, (int2)(i / 4, 0), v);
}
//covers: image-helpers
