//lockstep: race read-write inter-group global width-double.cl:7 width-double.cl:9
//launch: kernel=k global=64 local=1 arg=0:buffer,512,iota:double arg=1:buffer,512,zeros:double
//outputs: any, the read may come before or after the write
kernel void k(global double *a, global double *b) {
  int i = get_global_id(0);
  if (i & 1)
    b[i] = a[i ^ 1] * 2.0;
  else
    a[i] = -1.5;
}
//covers: scalars
