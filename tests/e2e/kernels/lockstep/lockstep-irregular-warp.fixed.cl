//lockstep: clean
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int
//options: --model=lockstep:2
// Kojima-Igarashi Sect. 4.1: the loop's body changes what its condition reads. Cut after two rounds,
// because a device that runs work-items one after the other would never leave it.
kernel void k(global int *x) {
  int t = get_local_id(0), rounds = 0;
  while (x[t] == t && rounds++ < 2) {
    x[0] = 1;
    x[1] = 1;
  }
}
//covers: simt-block-sizes
