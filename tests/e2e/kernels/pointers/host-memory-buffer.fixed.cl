//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:hostptr,128,iota:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i ^ 1] = i;
}
