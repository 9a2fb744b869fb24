//lockstep: race write-write intra-group local memmove-run-time.cl:7 memmove-run-time.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,1024,iota:char arg=1:buffer,64,iota:int
//outputs: any, two values compete for each element
kernel void k(global char *a, global int *sizes) {
  local char t[1024];
  int i = get_local_id(0), n = 8 + sizes[i];
  __builtin_memmove(t + 20 * i, a + 32 * i, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[600 + i] = t[20 * i];
}
//covers: memcpy-run-time
