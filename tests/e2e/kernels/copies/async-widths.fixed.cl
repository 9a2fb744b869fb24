//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,1024,iota:int arg=1:buffer,4096,zeros:uchar arg=2:int:3
// As many bytes as are asked for, no more; those behind them belong to the work-items.
kernel void k(global uchar *a, global uchar *b, int n) {
  local char c[16];
  local float3 f[16];
  local double16 d[4];
  local short3 s[16];
  local uint u[16];
  int l = get_local_id(0);
  event_t e[2];
  u[l] = l * 77;
  barrier(CLK_LOCAL_MEM_FENCE);
  e[0] = async_work_group_copy(c, (global char *)a, 4 * n, 0);
  e[0] = async_work_group_copy(f, (global float3 *)a, n, e[0]);
  e[0] = async_work_group_copy(d, (global double16 *)a, n, e[0]);
  e[1] = async_work_group_copy(s, (global short3 *)a, 5 * n, 0);
  async_work_group_copy((global uint *)(b + 1024), u, 16, e[1]);
  async_work_group_copy((global uint *)(b + 2048), u, 0, e[1]);
  async_work_group_strided_copy((global uint *)(b + 2048), u, 16, n, e[1]);
  if (l >= 12) c[l] = -1;
  if (l >= 3) f[l] = 0;
  if (l == 15) s[l] = 0;
  ((global uint *)(b + 2048))[3 * l + 1] = 5;
  ((global uint *)(b + 2048))[3 * l + 2] = 6;
  wait_group_events(2, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[l] = c[15 - l];
  vstore3(f[15 - l], l, (global float *)(b + 256));
  b[64 + l] = d[l % 3].sd > 1.0;
  vstore3(s[15 - l], l, (global short *)(b + 512));
}
