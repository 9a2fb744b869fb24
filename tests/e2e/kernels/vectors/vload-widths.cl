//lockstep: race read-write inter-group global vload-widths.cl:12 vload-widths.cl:19
//lockstep: race read-write inter-group global vload-widths.cl:13 vload-widths.cl:20
//lockstep: race read-write inter-group global vload-widths.cl:14 vload-widths.cl:21
//lockstep: race read-write inter-group global vload-widths.cl:15 vload-widths.cl:22
//lockstep: race read-write inter-group global vload-widths.cl:16 vload-widths.cl:23
//launch: kernel=k global=2 local=1 arg=0:buffer,256,iota:short arg=1:buffer,8,zeros:int
//at: 6..7 26..27 46..47 94..95 190..191
//outputs: any, the reads may come before or after the writes
// The last element of each vector is written by the other work-item.
kernel void k(global short *a, global int *out) {
  if (get_global_id(0) == 0) {
    int s = vload2(1, a).y;
    s += vload3(1, a + 8).z;
    s += vload4(1, a + 16).w;
    s += vload8(1, a + 32).s7;
    s += vload16(1, a + 64).sf;
    out[0] = s;
  } else {
    a[3] = 1;
    a[8 + 5] = 1;
    a[16 + 7] = 1;
    a[32 + 15] = 1;
    a[64 + 31] = 1;
  }
}
//covers: vload-vstore
