//lockstep: race write-write inter-group global alias-selected-pointer.cl:8 alias-selected-pointer.cl:8
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,zeros:int arg=2:buffer,128,iota:int
//outputs: any, two values compete for each element
// Which buffer is written is decided at run time.
kernel void k(global int *a, global int *b, global int *which) {
  int i = get_global_id(0);
  global int *p = which[i] % 4 < 2 ? a : b;
  p[i / 4] = i;
}
//covers: pointers-chosen
