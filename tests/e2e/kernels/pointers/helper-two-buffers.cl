//lockstep: race read-write inter-group global helper-two-buffers.cl:5 helper-two-buffers.cl:11
//launch: kernel=k global=32 local=1 arg=0:buffer,132,iota:int arg=1:buffer,132,zeros:int
//outputs: any, the read may come before or after the write
// One helper for two buffers; only one of them is also written at the place read.
int at(global const int *p, int i) { return p[i]; }
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  int v = at(a, i + 1);
  v += at(b, i);
  b[i] = v;
  a[i] = v;
}
//covers: aliased-arguments
