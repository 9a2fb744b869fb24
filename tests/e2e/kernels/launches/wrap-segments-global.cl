//lockstep: race wrong-fence-flag intra-group global wrap-segments-global.cl:6 wrap-segments-global.cl:8
//launch: kernel=k global=2 local=2 arg=0:buffer,16,zeros:int arg=1:int:65536
// The first write is 2^16 barriers ago, and none of them was for global memory.
kernel void k(global int *a, int rounds) {
  int l = get_local_id(0);
  if (l == 0) a[0] = 5;
  for (int i = 0; i < rounds; ++i) barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) a[1] = a[0];
}
