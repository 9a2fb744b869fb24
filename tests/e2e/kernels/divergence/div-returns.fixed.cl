//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,256,iota:int
// The work is guarded, the barriers are not.
kernel void k(global int *a) {
  int g = get_global_id(0);
  bool works = a[g] >= 0 && g != 20;
  if (works) a[g] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (works && g != 7) a[g] = 2;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
