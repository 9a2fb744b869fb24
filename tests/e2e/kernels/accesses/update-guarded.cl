//lockstep: race read-write inter-group global update-guarded.cl:9 update-guarded.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:int:7
//repair: give every work-item its own element, let only one work-item of the launch write it, or use an atomic operation
//outputs: any, a race decides how many write
// All write the same, which by itself is hidden: what races is the read in the condition of one with the write of
// another. In a cell the write, in another block, stands for its work-item's read, too.
kernel void k(global int *best, int least) {
  int at = get_local_id(0);
  if (best[at] < least + 99) best[at] = least + 99;
}
//covers: update-shown
