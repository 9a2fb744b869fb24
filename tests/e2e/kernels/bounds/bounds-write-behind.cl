//lockstep: out-of-bounds global 0 bounds-write-behind.cl:7
//launch: kernel=k global=64 local=16 arg=0:buffer,252,iota:int arg=1:int:63
//repair: guard the access, so that only work-items make it whose index is below the number of elements of 'a', launch fewer work-items, or make 'a' larger
//items: 63,0,0
// The classic: more work-items than elements. No race is possible, so that nothing but this would have been looked at.
kernel void k(global int *a, int n) {
  a[get_global_id(0)] += n;
}
//covers: bounds
