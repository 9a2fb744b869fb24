//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
// Reads behind a local array.
kernel void k(global int *a) {
  local int tile[18];
  int l = get_local_id(0), i = get_global_id(0); tile[l] = a[i]; if (l < 2) tile[16 + l] = 0; barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = tile[l] + (l == 15 ? tile[l + (a[i] & 1) + 1] : 0);
}
