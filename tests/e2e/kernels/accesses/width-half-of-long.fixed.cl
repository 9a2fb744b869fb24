//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,16,iota:long arg=1:buffer,8,zeros:int
kernel void k(global long *a, global int *out) {
  if (get_global_id(0) == 0)
    a[1] = 0x1122334455667788;
  else
    out[0] = ((global int *)a)[1];
}
