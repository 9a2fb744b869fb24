//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,16,iota:int arg=1:buffer,16,zeros:int
//made: set 'table' to a buffer
kernel void k(global const int *table, global int *out) {
  int i = get_global_id(0), unused;
  unused = table[i];
  out[i] = i;
}
