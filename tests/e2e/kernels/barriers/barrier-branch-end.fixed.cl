//lockstep: clean
//launch: kernel=k global=4 local=2 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
// The same branch; each work-item keeps to its own element.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), i = 0, v = 0;
  if (get_group_id(0) == 0) {
    do {
      i++;
      barrier(CLK_GLOBAL_MEM_FENCE);
    } while (i < 2);
    b[l] = i;
    if (l >= 1) {
      v = a[l];
      if (l != 1) {
        a[l] = 0;
        if (v == l) v = 1;
      }
    }
  }
}
