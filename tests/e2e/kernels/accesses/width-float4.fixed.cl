//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,512,zeros:float
kernel void k(global float4 *a) {
  int i = get_global_id(0);
  a[i] = (float4)(i, i + 1, i + 2, i + 3);
}
