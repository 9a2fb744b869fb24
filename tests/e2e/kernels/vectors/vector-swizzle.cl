//lockstep: race write-write inter-group global vector-swizzle.cl:7 vector-swizzle.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:int
//at: 8..11
//outputs: any, two values compete for each element
kernel void k(global int4 *a) {
  if (get_global_id(0) == 0)
    a[0].xz = (int2)(1, 2);
  else
    ((global int *)a)[2] = 4;
}
//covers: vector-components
