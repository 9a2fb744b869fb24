//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,1024,iota:int arg=1:int:63
//pruned: 1
kernel void k(global int *a, int half_size) {
  int i = get_global_id(0);
  if (i < half_size) a[i] = a[i + half_size];
}
