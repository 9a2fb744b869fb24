//lockstep: clean
//build: -cl-mad-enable
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
#ifndef STEP
#define STEP 1
#endif
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i / STEP] = i;
}
