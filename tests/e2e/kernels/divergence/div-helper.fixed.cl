//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
void settle(global int *p) {
  *p += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
kernel void k(global int *a) {
  int l = get_local_id(0);
  settle(a + l);
  if (l > 2) a[l] += 1;
}
