//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
kernel void k(global int *count, global int *out) {
  atomic_inc(count);
  out[get_global_id(0)] = atomic_or(count, 0) > 0;
}
