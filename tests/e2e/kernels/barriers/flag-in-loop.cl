//lockstep: race wrong-fence-flag intra-group global flag-in-loop.cl:9 flag-in-loop.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,iota:int
// Rows computed from rows in global memory, the rounds kept apart by a local barrier.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0);
  for (int round = 0; round < 3; ++round) {
    int v = a[(l + 1) % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[l] = v + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[l] = l;
}
