//lockstep: race write-write inter-group global width-float4.cl:6 width-float4.cl:6
//launch: kernel=k global=32 local=1 arg=0:buffer,512,zeros:float
//outputs: any, two values compete for each element
kernel void k(global float4 *a) {
  int i = get_global_id(0);
  a[i / 2] = (float4)(i, i + 1, i + 2, i + 3);
}
//covers: vectors
