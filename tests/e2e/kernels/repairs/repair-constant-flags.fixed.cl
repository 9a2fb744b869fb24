//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//made: use one constant flag expression
kernel void k(global int *a) {
  int l = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = l;
}
