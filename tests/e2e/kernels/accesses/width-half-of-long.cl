//lockstep: race read-write inter-group global width-half-of-long.cl:7 width-half-of-long.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,16,iota:long arg=1:buffer,8,zeros:int
//at: 12..15
//outputs: any, the reads may come before or after the writes
kernel void k(global long *a, global int *out) {
  if (get_global_id(0) == 0)
    a[1] = 0x1122334455667788;
  else
    out[0] = ((global int *)a)[3];
}
//covers: neighbouring-bytes
