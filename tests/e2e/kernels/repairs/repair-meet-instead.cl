//lockstep: loop spin-wait repair-meet-instead.cl:10 repair-meet-instead.cl:10 repair-meet-instead.cl:8
//launch: kernel=k global=8 local=4 arg=0:buffer,8,zeros:int arg=1:buffer,32,zeros:int
//repair: let the group meet at a barrier instead of waiting in a loop; if the loop takes a lock, let one work-item take it for its whole group
//options: --warn=irregular-loop
kernel void k(global int *flags, global int *out) {
  global int *flag = flags + get_group_id(0);
  if (get_local_id(0) == 0) {
    atomic_xchg(flag, 1);
  } else {
    while (atomic_or(flag, 0) == 0) {
    }
  }
  out[get_global_id(0)] = 1;
}
