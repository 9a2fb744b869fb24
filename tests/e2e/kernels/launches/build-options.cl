//lockstep: race write-write inter-group global build-options.cl:11 build-options.cl:11
//build: -DSTEP=2 -cl-fast-relaxed-math
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each element
// What the source says depends on the build options.
#ifndef STEP
#define STEP 1
#endif
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i / STEP] = i;
}
