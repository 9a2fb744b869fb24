//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
int take(global int *p) { return p[0] + 1; }
void put(global int *p, int v) { p[0] = v; }
kernel void k(global int *a) {
  int l = get_local_id(0);
  int v = take(a + (l + 1) % 16);
  barrier(CLK_GLOBAL_MEM_FENCE);
  put(a + l, v);
}
