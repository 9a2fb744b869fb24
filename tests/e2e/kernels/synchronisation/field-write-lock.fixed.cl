//lockstep: clean
//launch: kernel=k global=4 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
//build: -cl-std=CL1.2
// What OpenCL 1.x has for groups that count together: one atomic and no lock.
kernel void k(volatile global int *lock, volatile global int *count) {
  atomic_inc(count);
  atomic_inc(lock);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
