//lockstep: race write-write intra-group global lockstep-branches-warp.cl:8 lockstep-branches-warp.cl:10
//launch: kernel=k global=32 local=32 arg=0:buffer,4,zeros:int
//options: --model=lockstep:4
//outputs: any, both branches write the element
// The two work-items are in different blocks.
kernel void k(global int *a) {
  if (get_local_id(0) == 3) {
    a[0] = 1;
  } else if (get_local_id(0) == 7) {
    a[0] = 2;
  }
}
//covers: simt-ordered
