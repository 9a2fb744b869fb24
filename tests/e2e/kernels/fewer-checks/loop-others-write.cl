//lockstep: loop irregular-loop loop-others-write.cl:9 loop-others-write.cl:6 loop-others-write.cl:12
//launch: kernel=k global=8 local=4 arg=0:buffer,4,value:5:int arg=1:buffer,32,zeros:int
//options: --warn=irregular-loop
//outputs: any, how far each counts depends on who is first
// A function asks; another work-item may change the answer meanwhile.
int more(volatile global int *count, int n) { return n < atomic_or(count, 0); }
kernel void k(global int *count, global int *out) {
  int n = 0;
  while (more(count, n)) {
    ++n;
  }
  atomic_dec(count);
  out[get_global_id(0)] = n;
}
//covers: loop-conditions, loop-atomics, loop-others-write
