//lockstep: race read-write intra-group local required-size.cl:8 required-size.cl:9
//launch: kernel=k global=32 local=8 arg=0:buffer,128,iota:int
//outputs: any, the read may come before or after the write
__attribute__((reqd_work_group_size(8, 1, 1)))
kernel void k(global int *a) {
  local int t[8];
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  a[get_global_id(0)] = t[7 - l];
}
//covers: required-size
