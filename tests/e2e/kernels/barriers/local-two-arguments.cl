//lockstep: race read-write intra-group local local-two-arguments.cl:11 local-two-arguments.cl:12
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:local:64 arg=2:local:128
//outputs: any, the read may come before or after the write
// Two local arguments and a local variable, only the second argument in a race.
kernel void k(global int *a, local int *s, local long *t) {
  local int u[16];
  int l = get_local_id(0);
  s[l] = l;
  u[l] = 2 * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = s[15 - l];
  a[get_global_id(0)] = (int)t[15 - l] + u[15 - l];
}
//covers: local-memory
