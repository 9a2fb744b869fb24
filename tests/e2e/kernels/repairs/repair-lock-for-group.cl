//lockstep: loop spin-wait repair-lock-for-group.cl:8 repair-lock-for-group.cl:8 repair-lock-for-group.cl:11
//launch: kernel=k global=4 local=4 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,value:3:int
//repair: let the group meet at a barrier instead of waiting in a loop; if the loop takes a lock, let one work-item take it for its whole group
//options: --warn=irregular-loop
kernel void k(volatile global int *lock, global int *count, global const int *first) {
  const int l = get_local_id(0);
  if (l >= *first) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {
    }
    atomic_add(count, 1);
    atomic_xchg(lock, 0);
  }
}
