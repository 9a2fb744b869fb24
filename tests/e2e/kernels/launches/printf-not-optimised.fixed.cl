//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//build: -cl-opt-disable
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 2) printf("%d\n", a[i + 1]);
}
