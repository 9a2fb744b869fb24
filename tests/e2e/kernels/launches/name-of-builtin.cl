//lockstep: race read-write intra-group local name-of-builtin.cl:14 name-of-builtin.cl:16
//launch: kernel=_cl_shuffle global=32 local=16 arg=0:buffer,128,iota:int
//kernel: shuffle
//outputs: any, the race decides them
// PoCL's headers make `_cl_shuffle` of the name by a macro, for built-in functions' sake: that is what the driver
// calls the kernel. Its helpers are called like built-in functions too, or like functions of the C library.
int mix(int a, int b) { return a ^ b; }
int strlen(int a) { return a + 1; }
int copy_fence(int a) { return a - 1; }
kernel void shuffle(global int *a) {
  local int tile[16];
  int l = get_local_id(0);
  int i = get_global_id(0);
  tile[l] = mix(3 * a[i], strlen(copy_fence(l)));

  a[i] = tile[l ^ 1];
}
kernel void memcpy(global int *a) { a[get_global_id(0)] = 1; }
//covers: names-of-builtins
