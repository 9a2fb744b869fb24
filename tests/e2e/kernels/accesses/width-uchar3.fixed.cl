//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:uchar
//outputs: any, a uchar3 store leaves any value in the padding
kernel void k(global uchar3 *a) {
  if (get_global_id(0) == 0)
    a[1] = (uchar3)(1, 2, 3);
  else
    ((global uchar *)a)[3] = 4;
}
