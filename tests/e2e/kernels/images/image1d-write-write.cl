//lockstep: race write-write intra-group global image1d-write-write.cl:6 image1d-write-write.cl:6
//launch: kernel=k global=32 local=8 arg=0:image1d,32,rgba:float,zeros:float
//outputs: any, the last writer wins
kernel void k(write_only image1d_t out) {
  int i = get_global_id(0);
  write_imagef(out, i / 2, (float4)(i, 0, 0, 1));
}
//covers: image1d
