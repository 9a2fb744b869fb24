//lockstep: race read-write intra-group local async-widths.cl:17 async-widths.cl:20
//launch: kernel=k global=16 local=16 arg=0:buffer,1024,random:1:uchar arg=1:buffer,2048,zeros:uchar arg=2:int:3
//outputs: any, the copy may not have arrived
// Elements of 1 to 64 bytes and of three components, counts known at run time: one byte behind what
// has been waited for is read.
kernel void k(global uchar *a, global uchar *b, int n) {
  local char c[16];
  local float3 f[16];
  local double16 d[4];
  local short3 s[16];
  int l = get_local_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(c, (global char *)a, 4 * n, 0);
  e[0] = async_work_group_copy(f, (global float3 *)a, n, e[0]);
  e[0] = async_work_group_copy(d, (global double16 *)a, n, e[0]);
  wait_group_events(1, e);
  e[1] = async_work_group_copy(s, (global short3 *)a, 5 * n, 0);
  if (l < 12) b[l] = c[l];
  if (l < 3) b[64 + l] = f[l].y + d[l].sd;
  b[128 + l] = l > 0 ? s[14].x : c[1];
  wait_group_events(1, e + 1);
}
//covers: async-elements
