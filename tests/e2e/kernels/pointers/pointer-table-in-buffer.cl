//lockstep: race write-write inter-group global pointer-table-in-buffer.cl:11 pointer-table-in-buffer.cl:11
//kernel: use
//launch: kernel=fill global=32 local=1 arg=0:svm,512,zeros:long arg=1:svm,256,zeros:int
//launch: kernel=use global=32 local=1 arg=0:keep:0 arg=1:buffer,8,zeros:int
kernel void fill(global long *table, global int *data) {
  int i = get_global_id(0);
  table[i] = (long)(data + i / 2);
}
kernel void use(global long *table, global int *out) {
  int i = get_global_id(0);
  *(global int *)table[i] = i;
  if (i == 0) out[0] = 1;
}
//covers: pointers-in-memory
