//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
// The group iterates until all its values are large enough: data-dependent, yet uniform.
kernel void k(global int *a) {
  local int left;
  int l = get_local_id(0), v = a[l];
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) left = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (v < 10) {
      v = 2 * v + 1;
      atomic_inc(&left);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (left > 0);
  a[l] = v;
}
//covers: uniform-local
