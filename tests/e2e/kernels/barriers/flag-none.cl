//lockstep: race wrong-fence-flag intra-group local flag-none.cl:7 flag-none.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
// A barrier without flags orders nothing.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(0);
  a[l] = t[15 - l];
}
