//lockstep: race write-write inter-group global svm-table-out-of-order.cl:14 svm-table-out-of-order.cl:14
//kernel: use
//launch: kernel=fill global=1 local=1 arg=0:svm,64,zeros:long arg=1:svm,256,zeros:int arg=2:svm,640,zeros:int arg=3:svm,64,zeros:int arg=4:svm,4096,zeros:int
//launch: kernel=use global=16 local=1 arg=0:keep:0
kernel void fill(global ulong *table, global int *a, global int *b, global int *c, global int *d) {
  table[0] = (ulong)(d + 1000);
  table[1] = (ulong)(a + 48);
  table[2] = (ulong)(b + 128);
  table[3] = (ulong)c;
}
kernel void use(global ulong *table) {
  int i = get_global_id(0);
  global int *p = (global int *)table[i & 3];
  p[i / 8] = i;
}
//covers: svm-many
