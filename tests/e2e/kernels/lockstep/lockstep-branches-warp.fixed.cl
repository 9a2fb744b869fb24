//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,4,zeros:int
//options: --model=lockstep:32
//outputs: any, nobody says which branch comes first
// In lock step one branch comes after the other.
kernel void k(global int *a) {
  if (get_local_id(0) == 3) {
    a[0] = 1;
  } else if (get_local_id(0) == 7) {
    a[0] = 2;
  }
}
