//lockstep: race write-write intra-group global lockstep-branches.cl:7 lockstep-branches.cl:9 lockstep-only=32
//launch: kernel=k global=32 local=32 arg=0:buffer,4,zeros:int
//outputs: any, both branches write the element
// Independent work-items: the two branches race.
kernel void k(global int *a) {
  if (get_local_id(0) == 3) {
    a[0] = 1;
  } else if (get_local_id(0) == 7) {
    a[0] = 2;
  }
}
//covers: simt-ordered, simt-marking
