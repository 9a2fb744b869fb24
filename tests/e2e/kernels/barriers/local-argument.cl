//lockstep: race read-write intra-group local local-argument.cl:6 local-argument.cl:7
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:local:64
//outputs: any, the read may come before or after the write
kernel void k(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  a[get_global_id(0)] = t[l ^ 1];
}
//covers: local-memory
