//lockstep: divergence repair-constant-flags.cl:7 repair-constant-flags.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//repair: use one constant flag expression
//outputs: any, what a device does after a divergence
kernel void k(global int *a) {
  int l = get_local_id(0);
  barrier(l < 4 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  a[l] = l;
}
