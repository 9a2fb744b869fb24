//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//made: move the barrier out of the branch, so that every work-item of the group executes it
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l < 8) {
    a[l] += 1;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
}
