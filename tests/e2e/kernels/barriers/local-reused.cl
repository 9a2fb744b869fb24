//lockstep: race read-write intra-group local local-reused.cl:10 local-reused.cl:12
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//outputs: any, the read may come before or after the next round's write
// Each round reads what the neighbour wrote, but nothing keeps a fast work-item
// from writing the next round's value before a slow one has read.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0), v = a[get_global_id(0)];
  for (int round = 0; round < 4; ++round) {
    t[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += t[(l + 1) % 16];
  }
  a[get_global_id(0)] = v;
}
