//lockstep: race read-write intra-group global printf-vectors.cl:8 printf-vectors.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,256,zeros:float
//items: 5,0,0 4,0,0
//at: 80..95
// A vector that printf takes is read as a whole.
kernel void k(global float4 *a) {
  size_t i = get_global_id(0);
  a[i] = (float4)(i, -0.5f, 1e10f, 0.25f * i);
  if (i == 4) printf("%v4hlf\n", a[i + 1]);
}
