//lockstep: race read-write intra-group global helper-line.cl:5 helper-line.cl:6
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, the read may come before or after the write
// The accesses stand in helpers; the report names the helpers' lines.
int take(global int *p) { return p[0] + 1; }
void put(global int *p, int v) { p[0] = v; }
kernel void k(global int *a) {
  int l = get_local_id(0);
  int v = take(a + (l + 1) % 16);
  put(a + l, v);
}
//covers: pointers-from-helpers
