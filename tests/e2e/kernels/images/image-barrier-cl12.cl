//lockstep: race write-write intra-group global image-barrier-cl12.cl:8 image-barrier-cl12.cl:9
//launch: kernel=k global=64 local=16 arg=0:image1d,64,r:float,zeros:float
//build: -cl-std=CL1.2
//outputs: any, the last writer wins
// Before OpenCL C 2.0 the global flag speaks for images too.
kernel void k(write_only image1d_t image) {
  int i = get_global_id(0);
  write_imagef(image, i, (float4)(1));
  write_imagef(image, i ^ 1, (float4)(2));
}
//covers: image-barrier-old
