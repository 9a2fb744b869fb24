//lockstep: clean
//launch: kernel=k global=64 local=8 arg=0:buffer,256,zeros:int arg=1:buffer,32,zeros:uint
// The same branch; each work-item writes its own element there.
kernel void k(global int *a, volatile global uint *tickets) {
  local int first[8];
  uint group = get_group_id(0), l = get_local_id(0);
  if (l >= 3) first[l] = 5;
  if (group > 0) {
    if (l >= 3) {
      while (!atomic_inc(&tickets[group])) {
      }
      first[l] = l;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    a[group * 8 + l] = first[3];
  }
}
