//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,4,value:5:int arg=1:buffer,256,zeros:int
// Only the writer reads, everyone else leaves it alone.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  if (i == 63) {
    out[i] = *a;
    *a = 6;
  } else {
    out[i] = i;
  }
}
