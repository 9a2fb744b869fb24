//lockstep: race read-write inter-group global unknown-struct-copy.cl:12 unknown-struct-copy.cl:14
//kernel: use
//launch: kernel=fill global=1 local=1 arg=0:svm,64,zeros:long arg=1:svm,640,zeros:int
//launch: kernel=use global=8 local=1 arg=0:keep:0 arg=1:buffer,32,zeros:int
typedef struct { int head; int body[8]; int tail; } Record;
kernel void fill(global ulong *table, global int *a) {
  table[0] = (ulong)a;
}
kernel void use(global ulong *table, global int *out) {
  int i = get_global_id(0);
  global Record *r = (global Record *)table[0];
  Record mine = r[i];
  mine.head += i;
  r[(i + 1) % 8].tail = i;
  out[i] = mine.head;
}
//covers: through-loaded-pointers
