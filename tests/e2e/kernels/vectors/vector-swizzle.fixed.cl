//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:int
//outputs: any, clang writes the whole vector with what it found there, so that the other group's part may be lost
kernel void k(global int4 *a) {
  if (get_global_id(0) == 0)
    a[0].xz = (int2)(1, 2);
  else
    a[0].yw = (int2)(3, 4);
}
