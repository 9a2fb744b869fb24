//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
// Barriers around the write: reads of a round come before it, those of the next one after it.
kernel void k(global int *a) {
  int i = get_global_id(0), first = i - (int)get_local_id(0), changed = 1;
  while (work_group_any(changed)) {
    int left = i > first ? a[i - 1] : a[i], mine = a[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    changed = left != mine;
    if (changed) a[i] = left;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: transform-collectives
