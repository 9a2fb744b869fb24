//lockstep: loop irregular-loop repair-write-in-own-launch.cl:8 repair-write-in-own-launch.cl:8 repair-write-in-own-launch.cl:11
//launch: kernel=k global=8 local=1 arg=0:buffer,4,value:5:int arg=1:buffer,32,zeros:int
//repair: put the write into a launch of its own
//options: --warn=irregular-loop
//outputs: any, a race decides
kernel void k(global int *count, global int *out) {
  int n = 0;
  while (n < atomic_or(count, 0)) {
    ++n;
  }
  atomic_dec(count);
  out[get_global_id(0)] = n;
}
