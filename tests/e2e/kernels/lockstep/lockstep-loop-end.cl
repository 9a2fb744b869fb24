//lockstep: race write-write intra-group global lockstep-loop-end.cl:13 lockstep-loop-end.cl:13
//launch: kernel=k global=2 local=2 arg=0:buffer,4,zeros:int arg=1:buffer,8,zeros:int
//options: --model=lockstep:2
//outputs: any, they depend on the model
// Nobody begins an iteration before the others have ended theirs (E-WHILE): both read 0, 1 and 2.
kernel void k(global int *a, global int *out) {
  int l = get_local_id(0), v = 0;
  for (int i = 0; i < 3; ++i) {
    v = v * 10 + a[0];
    if (l == 0) a[0] = i + 1;
  }
  int at = v == 12 ? 0 : l;
  out[at] = l;
}
//covers: simt-loop-end
