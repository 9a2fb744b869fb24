//lockstep: clean
//launch: kernel=k global=8 local=1 arg=0:buffer,512,iota:int arg=1:buffer,32,zeros:int
kernel void k(global int16 *a, global int *b) {
  int i = get_global_id(0);
  if (i & 1)
    ((global int *)a)[16 * i] = 7;
  else
    b[i] = a[i].s3 + a[i].sf;
}
