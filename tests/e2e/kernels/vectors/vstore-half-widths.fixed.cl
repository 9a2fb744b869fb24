//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,256,zeros:short arg=1:buffer,8,zeros:short
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
    short s = bits[2];
    s += bits[8 + 4];
    s += bits[16 + 6];
    s += bits[32 + 15];
    s += bits[64 + 7];
    s += bits[80 + 8];
    out[0] = s;
  }
}
