//lockstep: race write-write intra-group global lockstep-iterations.cl:10 lockstep-iterations.cl:10
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
//options: --model=lockstep:8
//outputs: any, the last iteration's writes race
// In each iteration every work-item writes one element, the next time another; the same values in
// all iterations but the third, whose writes differ.
kernel void k(global int *a) {
  for (int i = 0; i < 4; ++i) {
    int v = i == 2 ? (int)get_local_id(0) : i;
    a[i] = v;
  }
}
//covers: simt-iterations
