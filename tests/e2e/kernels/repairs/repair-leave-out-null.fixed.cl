//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:null arg=1:buffer,16,zeros:int
//made: leave the access out where it is NULL
kernel void k(global const int *table, global int *out) {
  int i = get_global_id(0), unused;
  if (table != 0) unused = table[i];
  out[i] = i;
}
