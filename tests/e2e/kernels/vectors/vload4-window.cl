//lockstep: race read-write intra-group global vload4-window.cl:7 vload4-window.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,128,iota:int
//outputs: any, the reads may come before or after the writes
// A sliding window of four, written back in place.
kernel void k(global int *a) {
  int i = get_global_id(0);
  int4 v = vload4(0, a + i);
  a[i] = v.x + v.y + v.z + v.w;
}
//covers: vload-vstore
