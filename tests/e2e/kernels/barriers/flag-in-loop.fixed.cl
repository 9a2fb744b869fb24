//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,iota:int
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0);
  for (int round = 0; round < 3; ++round) {
    int v = a[(l + 1) % 16];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] = v + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  b[l] = l;
}
