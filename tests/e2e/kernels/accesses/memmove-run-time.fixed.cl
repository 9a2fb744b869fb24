//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,1024,iota:char arg=1:buffer,64,iota:int
kernel void k(global char *a, global int *sizes) {
  local char t[1024];
  int i = get_local_id(0), n = 8 + sizes[i];
  __builtin_memmove(t + 23 * i, a + 32 * i, n);
  __builtin_memmove(t + 23 * i + 1, t + 23 * i, n - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[600 + i] = t[23 * i];
}
