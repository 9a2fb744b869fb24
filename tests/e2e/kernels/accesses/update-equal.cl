//lockstep: race read-write intra-group global update-equal.cl:8 update-equal.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int
//repair: give every work-item its own element, let only one work-item of the group write it, or use an atomic operation
// All write the same, which by itself is hidden: what races is the read of one with the write of another. In a cell
// the write stands for its work-item's read, too.
kernel void k(global int *seen) {
  int l = get_local_id(0);
  seen[0] = seen[0] | (l < 99);
}
//covers: update-shown
