//lockstep: race read-write inter-group global vstore-half-widths.cl:14 vstore-half-widths.cl:21
//lockstep: race read-write inter-group global vstore-half-widths.cl:15 vstore-half-widths.cl:22
//lockstep: race read-write inter-group global vstore-half-widths.cl:16 vstore-half-widths.cl:23
//lockstep: race read-write inter-group global vstore-half-widths.cl:17 vstore-half-widths.cl:24
//lockstep: race read-write inter-group global vstore-half-widths.cl:18 vstore-half-widths.cl:25
//lockstep: race read-write inter-group global vstore-half-widths.cl:19 vstore-half-widths.cl:26
//launch: kernel=k global=2 local=1 arg=0:buffer,256,zeros:short arg=1:buffer,8,zeros:short
//at: 2..3 22..23 42..43 126..127 140..141 174..175
//outputs: any, the reads may come before or after the writes
// vstorea_half3 steps by four elements and writes three.
kernel void k(global half *a, global short *out) {
  global short *bits = (global short *)a;
  if (get_global_id(0) == 0) {
    vstore_half(1.5f, 1, a);
    vstore_half2_rtz((float2)(1.5f), 1, a + 8);
    vstore_half3((float3)(1.5f), 1, a + 16);
    vstore_half16_rte((float16)(1.5f), 1, a + 32);
    vstorea_half3((float3)(1.5f), 1, a + 64);
    vstorea_half4_rtp((float4)(1.5f), 1, a + 80);
  } else {
    short s = bits[1];
    s += bits[8 + 3];
    s += bits[16 + 5];
    s += bits[32 + 31];
    s += bits[64 + 6];
    s += bits[80 + 7];
    out[0] = s;
  }
}
//covers: vstore-half
