//lockstep: race atomic-plain inter-group global atomic-plain-read.cl:5 atomic-plain-read.cl:6
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, the count read depends on the schedule
kernel void k(global int *count, global int *out) {
  atomic_inc(count);
  out[get_global_id(0)] = *count;
}
