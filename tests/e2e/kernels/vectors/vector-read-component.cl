//lockstep: race read-write inter-group global vector-read-component.cl:7 vector-read-component.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,256,iota:float arg=1:buffer,128,zeros:float
//outputs: any, the read may come before or after the write
kernel void k(global float4 *v, global float *out) {
  int i = get_global_id(0);
  if (i & 1)
    out[i] = v[i / 2].y;
  else
    v[i / 2].y = 0.5f;
}
//covers: vector-components
