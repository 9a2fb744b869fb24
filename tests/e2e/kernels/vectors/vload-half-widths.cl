//lockstep: race read-write inter-group global vload-half-widths.cl:14 vload-half-widths.cl:22
//lockstep: race read-write inter-group global vload-half-widths.cl:15 vload-half-widths.cl:23
//lockstep: race read-write inter-group global vload-half-widths.cl:16 vload-half-widths.cl:24
//lockstep: race read-write inter-group global vload-half-widths.cl:17 vload-half-widths.cl:25
//lockstep: race read-write inter-group global vload-half-widths.cl:18 vload-half-widths.cl:26
//lockstep: race read-write inter-group global vload-half-widths.cl:19 vload-half-widths.cl:27
//launch: kernel=k global=2 local=1 arg=0:buffer,256,zeros:short arg=1:buffer,8,zeros:float
//at: 2..3 22..23 42..43 126..127 140..141 174..175
//outputs: any, the reads may come before or after the writes
// vloada_half3 steps by four elements and reads three.
kernel void k(global half *a, global float *out) {
  global short *bits = (global short *)a;
  if (get_global_id(0) == 0) {
    float s = vload_half(1, a);
    s += vload_half2(1, a + 8).y;
    s += vload_half3(1, a + 16).z;
    s += vload_half16(1, a + 32).sf;
    s += vloada_half3(1, a + 64).z;
    s += vloada_half4(1, a + 80).w;
    out[0] = s;
  } else {
    bits[1] = 1;
    bits[8 + 3] = 1;
    bits[16 + 5] = 1;
    bits[32 + 31] = 1;
    bits[64 + 6] = 1;
    bits[80 + 7] = 1;
  }
}
//covers: vload-half
