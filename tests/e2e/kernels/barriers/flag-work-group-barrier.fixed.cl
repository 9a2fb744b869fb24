//lockstep: clean
//build: -cl-std=CL2.0
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = 2 * i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  b[i] = a[i ^ 1];
}
