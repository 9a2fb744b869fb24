//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:hostptr,512,zeros:int arg=1:over:0:128:256
// Both buffers lie over the same memory of the application, each group writes elements of its own.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  if (i & 1)
    a[32 + i] = i;
  else
    b[i] = i;
}
