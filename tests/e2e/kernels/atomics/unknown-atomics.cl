//lockstep: race atomic-plain inter-group global unknown-atomics.cl:16 unknown-atomics.cl:14
//kernel: use
//launch: kernel=fill global=1 local=1 arg=0:svm,64,zeros:long arg=1:svm,640,zeros:int
//launch: kernel=use global=8 local=1 arg=0:keep:0 arg=1:buffer,32,zeros:int
// All the exchanges fail: reads.
typedef struct { int head; int body[8]; int tail; } Record;
kernel void fill(global ulong *table, global int *a) {
  table[0] = (ulong)a;
}
kernel void use(global ulong *table, global int *out) {
  int i = get_global_id(0);
  global int *p = (global int *)table[0];
  if (i == 5)
    p[3] = 0;
  else
    atomic_cmpxchg(p + 3, 9, i);
}
//covers: through-loaded-pointers
