//lockstep: race read-write inter-group global repair-two-launches-between.cl:7 repair-two-launches-between.cl:8
//launch: kernel=k global=16 local=1 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
//repair: split the kernel into two launches between the two accesses, or write to a second buffer
//outputs: any, a race decides
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = i + 1;
  b[i] = a[15 - i];
}
