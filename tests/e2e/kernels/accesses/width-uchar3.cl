//lockstep: race write-write inter-group global width-uchar3.cl:6 width-uchar3.cl:8
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:uchar
//outputs: any, the store takes the padding along
kernel void k(global uchar3 *a) {
  if (get_global_id(0) == 0)
    a[1] = (uchar3)(1, 2, 3);
  else
    ((global uchar *)a)[7] = 4;
}
//covers: vector3
