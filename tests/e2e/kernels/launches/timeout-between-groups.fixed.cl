//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,4,value:1:int arg=1:buffer,32,zeros:int
//options: --launch-timeout=100
// The flag was set before the launch.
kernel void k(global int *flag, global int *out) {
  if (get_group_id(0) == 1) {
    while (atomic_or(flag, 0) == 0) {
    }
  }
  out[get_global_id(0)] = 1;
}
