//lockstep: race read-write intra-group local struct-global-to-local.cl:8 struct-global-to-local.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,640,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the reads may come before or after the writes
typedef struct { int head; int body[8]; int tail; } Record;
kernel void k(global Record *in, global int *out) {
  local Record t[16];
  int i = get_local_id(0);
  t[i] = in[i];
  out[i] = t[i ^ 1].body[7];
}
//covers: struct-copies
