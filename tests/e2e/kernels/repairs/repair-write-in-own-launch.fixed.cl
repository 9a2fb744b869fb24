//lockstep: clean
//launch: kernel=k global=8 local=1 arg=0:buffer,4,value:5:int arg=1:buffer,32,zeros:int
//launch: kernel=less global=8 local=1 arg=0:keep:0
//made: put the write into a launch of its own
//options: --warn=irregular-loop
kernel void k(global int *count, global int *out) {
  int n = 0;
  while (n < atomic_or(count, 0)) {
    ++n;
  }
  out[get_global_id(0)] = n;
}
kernel void less(global int *count) { atomic_dec(count); }
