//lockstep: race write-write intra-group global lockstep-masks.cl:13 lockstep-masks.cl:13
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int arg=1:buffer,4,zeros:int
//options: --model=lockstep:4
//outputs: any, the device itself does not run work-items in lock step
// One side of the branch comes before the other, and what follows the loop after all its iterations.
kernel void k(global int *a, global int *b) {
  int t = get_local_id(0), seen = 0;
  for (int i = 0; i <= t; ++i) {
    if (t & 1) a[t] = i + 1;
    else
      seen = a[t + 1];
  }
  b[0] = a[3 - t] + seen;
}
//covers: simt-masks, simt-block-sizes
