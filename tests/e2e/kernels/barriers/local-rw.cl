//lockstep: race read-write intra-group local local-rw.cl:8 local-rw.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int
//repair: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
//outputs: any, the read may come before or after the write
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  a[get_global_id(0)] = t[15 - l];
}
