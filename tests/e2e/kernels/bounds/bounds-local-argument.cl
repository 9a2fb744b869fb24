//lockstep: out-of-bounds local 0 bounds-local-argument.cl:7
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:local:60
//items: 15,0,0
// Writes behind a local argument that is one element too small.
kernel void k(global int *a, local int *tile) {
  int l = get_local_id(0), i = get_global_id(0);
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = tile[l & 7] * 2;
}
//covers: bounds
