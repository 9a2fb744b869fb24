//lockstep: race read-write inter-group global struct-by-value.cl:11 struct-by-value.cl:12
//launch: kernel=k global=16 local=1 arg=0:buffer,640,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the reads may come before or after the writes
// An argument by value reads the whole struct, also what the function never uses.
typedef struct { int head; int body[8]; int tail; } Record;
int total(Record r) {
  return r.head + r.body[3];
}
kernel void k(global Record *in, global int *out) {
  int i = get_global_id(0);
  out[i] = total(in[i]);
  in[(i + 1) % 16].tail = -i;
}
//covers: struct-copies
