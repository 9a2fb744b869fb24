//lockstep: race read-write inter-group global sub-buffers-overlap.cl:7 sub-buffers-overlap.cl:8
//launch: kernel=k global=64 local=1 arg=0:buffer,512,zeros:int arg=1:sub:0:0:256 arg=2:sub:0:128:384 arg=3:buffer,256,zeros:int
//at: 128..255
//outputs: any, the reads may come before or after the writes
kernel void k(global int *whole, global int *a, global int *b, global int *out) {
  int i = get_global_id(0);
  a[i] = i;
  out[i] = b[i];
}
//covers: sub-buffers
