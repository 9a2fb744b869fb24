//lockstep: race write-write intra-group global written-twice.cl:6 written-twice.cl:8
//outputs: any, a race decides them
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int
// The race is that of the second write of a work-item, not of its first, which leaves what the other one leaves.
kernel void k(global int *out) {
  out[0] = 0;
  if (get_local_id(0) == 0) {
    out[0] = 7;
  }
}
