//lockstep: race write-write intra-group global loop-alternating.cl:11 loop-alternating.cl:11
//outputs: any, a race decides them
//launch: kernel=k global=64 local=16 arg=0:buffer,1024,iota:int arg=1:buffer,256,iota:int arg=2:int:8
// A loop of a kernel without barriers reads through a pointer that leads to one of two objects.
kernel void k(global int *a, global int *b, int m) {
  int s = 0;
  for (int j = 0; j < m; j++) {
    global int *p = j & 1 ? a : b;
    s += p[j];
  }
  a[64 + get_global_id(0) / 2] = s + get_global_id(0);
}
