//lockstep: race read-write intra-group global lockstep-irregular.cl:10 lockstep-irregular.cl:12 lockstep-only=32
//lockstep: maybe race write-write intra-group global lockstep-irregular.cl:11 lockstep-irregular.cl:11
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int
//options: --same-value=hide
//outputs: any, the loop depends on the race
// Kojima-Igarashi Sect. 4.1: the loop's body changes what its condition reads. Cut after two rounds,
// because a device that runs work-items one after the other would never leave it.
kernel void k(global int *x) {
  int t = get_local_id(0), rounds = 0;
  while (x[t] == t && rounds++ < 2) {
    x[0] = 1;
    x[1] = 1;
  }
}
//covers: simt-paper
