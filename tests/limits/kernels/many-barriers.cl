//says: launch 1: 1 race
//says: launch 2: clean (incomplete: accesses not checked because their work-item had passed too many barriers
//launch: kernel=k global=4194304 local=256 arg=0:buffer,4*int arg=1:int:130000
//launch: kernel=k global=4194304 local=256 arg=0:buffer,4*int arg=1:int:140000
// A record has 64 bits: of four million work-items it can count 2^17 barriers.
kernel void k(global int *a, int rounds) {
  if (get_group_id(0) != 0) return;
  for (int i = 0; i < rounds; ++i) barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) < 2) a[0] = get_local_id(0);
}
