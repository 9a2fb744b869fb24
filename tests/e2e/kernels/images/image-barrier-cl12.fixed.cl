//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:image1d,64,r:float,zeros:float
//build: -cl-std=CL1.2
// Before OpenCL C 2.0 the global flag speaks for images too.
kernel void k(write_only image1d_t image) {
  int i = get_global_id(0);
  write_imagef(image, i, (float4)(1));
  barrier(CLK_GLOBAL_MEM_FENCE);
  write_imagef(image, i ^ 1, (float4)(2));
}
