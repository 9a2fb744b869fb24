//lockstep: race write-write inter-group global bytes-in-word.cl:6 bytes-in-word.cl:8
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int
//outputs: any, byte 3 may be either's
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    a[0] = 0x11223344;
  else
    ((global char *)a)[3] = 0x55;
}
//covers: neighbouring-bytes
