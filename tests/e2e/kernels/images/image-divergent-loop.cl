//lockstep: race wrong-fence-flag intra-group global * image-divergent-loop.cl:12
//launch: kernel=k global=8 local=8 arg=0:image1d,8,r:float,iota:float arg=1:image1d,8,r:float,zeros:float arg=2:buffer,32,value:3:int
//build: -cl-std=CL3.0
//outputs: any, reads may come before or after the writes
kernel void k(read_only image1d_t in, read_write image1d_t image, global int *n) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int l = get_local_id(0);
  for (int round = 0; round < n[l]; ++round) {
    float4 v = read_imagef(in, s, l + round);
    write_imagef(image, l, v);
    barrier(CLK_LOCAL_MEM_FENCE);
    v += read_imagef(image, (l + 1) % 8);
    barrier(CLK_IMAGE_MEM_FENCE);
    write_imagef(image, l, v);
  }
}
//covers: image-divergence
