//lockstep: race read-write inter-group global field-write-lock.cl:14 field-write-lock.cl:14
//lockstep: race write-write inter-group global field-write-lock.cl:14 field-write-lock.cl:14
//launch: kernel=k global=4 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
//build: -cl-std=CL1.2
// The same, released by a plain store behind a write_mem_fence: the lock itself is in a race, too, with the atomics that
// take it. The stores are of one value.
//lockstep: race atomic-plain inter-group global field-write-lock.cl:11 field-write-lock.cl:16
kernel void k(volatile global int *lock, volatile global int *count) {
  int taken = 0;
  for (int i = 0; i < 1000000 && !taken; ++i)
    taken = atomic_cmpxchg(lock, 0, 1) == 0;
  if (!taken) return;
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
  *count += 1;
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  *lock = 0;
}
//covers: sync-programs
