//lockstep: race read-write intra-group local update-read-later.cl:9 update-read-later.cl:10
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int arg=1:int:3
//repair: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
// All write the same, then read it: what races is the write of one with the read of another, which stands in another
// block, behind a branch.
kernel void k(global int *out, int value) {
  local int shared_value;
  int i = get_global_id(0);
  shared_value = value;
  int sum = i % 3 ? out[i] + 1 : 7; out[i] = sum + shared_value;
}
//covers: update-shown
