//lockstep: out-of-bounds local 4 bounds-local.cl:9
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//items: 15,0,0
//outputs: any, what lies behind an array is anything
// Reads behind a local array.
kernel void k(global int *a) {
  local int tile[16];
  int l = get_local_id(0), i = get_global_id(0); tile[l] = a[i]; barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = tile[l] + (l == 15 ? tile[l + (a[i] & 1) + 1] : 0);
}
//covers: bounds
