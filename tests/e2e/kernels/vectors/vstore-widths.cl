//lockstep: race read-write inter-group global vstore-widths.cl:11 vstore-widths.cl:17
//lockstep: race read-write inter-group global vstore-widths.cl:12 vstore-widths.cl:18
//lockstep: race read-write inter-group global vstore-widths.cl:13 vstore-widths.cl:19
//lockstep: race read-write inter-group global vstore-widths.cl:14 vstore-widths.cl:20
//lockstep: race read-write inter-group global vstore-widths.cl:15 vstore-widths.cl:21
//launch: kernel=k global=2 local=1 arg=0:buffer,256,iota:short arg=1:buffer,8,zeros:int
//at: 6..7 26..27 46..47 94..95 190..191
//outputs: any, the reads may come before or after the writes
kernel void k(global short *a, global int *out) {
  if (get_global_id(0) == 0) {
    vstore2((short2)(7), 1, a);
    vstore3((short3)(7), 1, a + 8);
    vstore4((short4)(7), 1, a + 16);
    vstore8((short8)(7), 1, a + 32);
    vstore16((short16)(7), 1, a + 64);
  } else {
    int s = a[3];
    s += a[8 + 5];
    s += a[16 + 7];
    s += a[32 + 15];
    s += a[64 + 31];
    out[0] = s;
  }
}
//covers: vload-vstore
