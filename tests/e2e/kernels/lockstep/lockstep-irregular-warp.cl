//lockstep: race read-write intra-group global lockstep-irregular-warp.cl:9 lockstep-irregular-warp.cl:11
//lockstep: maybe race write-write intra-group global lockstep-irregular-warp.cl:10 lockstep-irregular-warp.cl:10
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int
//options: --model=lockstep:1
//outputs: any, the loop depends on the race
// Blocks of one are independent work-items.
kernel void k(global int *x) {
  int t = get_local_id(0), rounds = 0;
  while (x[t] == t && rounds++ < 2) {
    x[0] = 1;
    x[1] = 1;
  }
}
//covers: simt-paper, simt-block-sizes
