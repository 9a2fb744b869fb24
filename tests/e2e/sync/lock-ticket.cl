//values: TURN=memory_order_acquire LEAVE=memory_order_release
//values: DRAWER=memory_scope_device TURNER=memory_scope_device LEAVER=memory_scope_device
//weaken: read-write inter-group global: TURN=memory_order_relaxed; LEAVE=memory_order_relaxed
//weaken: scope inter-group global: DRAWER=memory_scope_work_group; TURNER=memory_scope_work_group
//weaken: scope inter-group global: LEAVER=memory_scope_work_group
//launch: kernel=k global=4 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,4,zeros:int
// A ticket lock: drawing the number may be relaxed, since nobody's work is behind it.
kernel void k@(global atomic_int *lock, global int *count) {
  int mine = atomic_fetch_add_explicit(&lock[0], 1, memory_order_relaxed, $DRAWER);
  int turn = -1;
  for (int i = 0; i < 1000000 && turn != mine; ++i)
    turn = atomic_load_explicit(&lock[1], $TURN, $TURNER);
  if (turn != mine) return;
  *count += 1;
  atomic_store_explicit(&lock[1], mine + 1, $LEAVE, $LEAVER);
}
//covers: sync-locks
