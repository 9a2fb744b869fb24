//lockstep: race write-write inter-group global same-value-bytes.cl:6 same-value-bytes.cl:8
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int
//outputs: any, byte 1 may be either's
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    *a = 0x01020304;
  else
    ((global char *)a)[1] = 4;
}
