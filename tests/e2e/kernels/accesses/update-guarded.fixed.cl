//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:int:7
//made: use an atomic operation
kernel void k(global int *best, int least) {
  int at = get_local_id(0);
  atomic_max(&best[at], least + 99);
}
