//lockstep: race write-write inter-group global scatter.cl:7 scatter.cl:7
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,value:3:int
//outputs: any, all values compete for element 3
// The very kernel of scatter.fixed.cl: the indices read decide whether it races.
kernel void k(global int *a, global const int *index) {
  int i = get_global_id(0);
  a[index[i]] = i;
}
