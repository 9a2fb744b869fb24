//lockstep: loop spin-wait loop-spin-wait.cl:10 loop-spin-wait.cl:10 loop-spin-wait.cl:8
//launch: kernel=k global=8 local=4 arg=0:buffer,8,zeros:int
//options: --warn=irregular-loop
// PoCL runs the writer first by luck; in lock step the group would wait for ever.
kernel void k(global int *flags) {
  global int *flag = flags + get_group_id(0);
  if (get_local_id(0) == 0) {
    atomic_xchg(flag, 1);
  } else {
    while (atomic_or(flag, 0) == 0) {
    }
  }
}
//covers: loop-spin
