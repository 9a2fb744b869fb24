//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,128,iota:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  int4 v = vload4(0, a + i);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = v.x + v.y + v.z + v.w;
}
