//lockstep: race write-write inter-group global joined-values.cl:9 joined-values.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,12,zeros:int
//at: 4..7
//outputs: any, one of the values stays
// All write three neighbours; what they write to the second differs, the others are equal and excused.
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[0] = 5;
  a[1] = i;
  a[2] = 7;
}
//covers: merged-neighbours
