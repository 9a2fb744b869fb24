//lockstep: out-of-bounds global * repair-set-buffer.cl:7
//launch: kernel=k global=4 local=4 arg=0:null arg=1:buffer,16,zeros:int
//repair: set 'table' to a buffer, or leave the access out where it is NULL
// The value is not used, so that nothing is read there in truth.
kernel void k(global const int *table, global int *out) {
  int i = get_global_id(0), unused;
  unused = table[i];
  out[i] = i;
}
