//lockstep: race read-write intra-group local vload-local.cl:6 vload-local.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:local:256
//outputs: any, the reads may come before or after the writes
kernel void k(global int *out, local int *t) {
  int i = get_local_id(0);
  vstore4((int4)(i), i, t);
  int3 v = vload3(0, t + (4 * i + 5) % 56);
  out[i] = v.z;
}
//covers: vload-vstore
