//lockstep: race write-write inter-group global unknown-vectors.cl:14 unknown-vectors.cl:14
//lockstep: race read-write inter-group global unknown-vectors.cl:15 unknown-vectors.cl:16
//kernel: use
//launch: kernel=fill global=1 local=1 arg=0:svm,64,zeros:long arg=1:svm,640,zeros:int
//launch: kernel=use global=8 local=1 arg=0:keep:0 arg=1:buffer,32,zeros:int
//outputs: any, the reads may come before or after the writes
typedef struct { int head; int body[8]; int tail; } Record;
kernel void fill(global ulong *table, global int *a) {
  table[0] = (ulong)a;
}
kernel void use(global ulong *table, global int *out) {
  int i = get_global_id(0);
  global float *f = (global float *)table[0];
  *(global float3 *)(f + 4 * (i / 2)) = (float3)(i);
  vstore_half4((float4)(i), i, (global half *)(f + 64));
  out[i] = ((global short *)(f + 64))[(4 * i + 7) % 32];
}
//covers: through-loaded-pointers
