//lockstep: out-of-bounds global 0 bounds-write-behind.cl:6
//launch: kernel=k global=64 local=16 arg=0:buffer,252,iota:int arg=1:int:63
//items: 63,0,0
// The classic: more work-items than elements. No race is possible, so that nothing but this would have been looked at.
kernel void k(global int *a, int n) {
  a[get_global_id(0)] += n;
}
