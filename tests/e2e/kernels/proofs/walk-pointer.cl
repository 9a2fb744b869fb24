//lockstep: race write-write intra-group global walk-pointer.cl:9 walk-pointer.cl:9
//launch: kernel=k global=32 local=32 arg=0:buffer,1024,zeros:int arg=1:int:8
//pruned: 0
//outputs: any, the race decides them
// Each row reaches into the next one.
kernel void k(global int *out, int n) {
  global int *row = out + get_global_id(0) * 7;
  for (global int *p = row, *end = row + n; p != end; ++p)
    *p = (int)get_global_id(0);
}
