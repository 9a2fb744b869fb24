//lockstep: race read-write intra-group local local-large.cl:13 local-large.cl:14
//launch: kernel=k global=12800 local=64 arg=0:buffer,51200,zeros:int
//outputs: any, the race decides about an element
// 24 KiB of local memory: its records, several times as large, have no room in the local memory of most devices.
// Nor is there one set of records for each of the 200 groups where fewer run at one time. An element of the far end
// is read while its neighbour may not have written it yet.
kernel void k(global int *a) {
  local int tile[6144];
  const int l = get_local_id(0), g = get_global_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int mine = 6143 - l;
  tile[mine] = g;
  a[g] = tile[l == 0 ? mine - 1 : mine];
}
//covers: local-large
