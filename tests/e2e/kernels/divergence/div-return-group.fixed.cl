//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:int:48
// The same kernel; n is a multiple of the group size, so whole groups skip the barrier.
kernel void k(global int *a, int n) {
  if (get_global_id(0) >= n) return;
  a[get_global_id(0)] += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
