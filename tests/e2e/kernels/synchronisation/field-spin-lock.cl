//lockstep: race read-write inter-group global field-spin-lock.cl:12 field-spin-lock.cl:12
//lockstep: race write-write inter-group global field-spin-lock.cl:12 field-spin-lock.cl:12
//launch: kernel=k global=4 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
//build: -cl-std=CL1.2
// A spin lock between groups: the lock excludes, but mem_fence hands nothing on to another group.
kernel void k(volatile global int *lock, global int *count) {
  int taken = 0;
  for (int i = 0; i < 1000000 && !taken; ++i)
    taken = atomic_cmpxchg(lock, 0, 1) == 0;
  if (!taken) return;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  *count += 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(lock, 0);
}
//covers: sync-programs
