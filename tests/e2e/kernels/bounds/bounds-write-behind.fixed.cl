//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,252,iota:int arg=1:int:63
//made: guard the access, so that only work-items make it whose index is below the number of elements of 'a'
//pruned: 1
// The classic: more work-items than elements. No race is possible, and no access leaves: nothing is left to check.
kernel void k(global int *a, int n) {
  if (get_global_id(0) < n) a[get_global_id(0)] += n;
}
