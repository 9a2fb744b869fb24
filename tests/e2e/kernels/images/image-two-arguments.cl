//lockstep: race read-write inter-group global image-two-arguments.cl:7 image-two-arguments.cl:8
//lockstep: race read-write intra-group global image-two-arguments.cl:7 image-two-arguments.cl:8
//launch: kernel=k global=32 local=8 arg=0:image1d,33,r:float,iota:float arg=1:same:0
//outputs: any, reads may come before or after the writes
kernel void k(read_only image1d_t in, write_only image1d_t out) {
  int i = get_global_id(0);
  float4 v = read_imagef(in, i + 1);
  write_imagef(out, i, v);
}
//covers: image-aliased
