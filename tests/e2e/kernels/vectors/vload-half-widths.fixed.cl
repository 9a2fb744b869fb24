//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,256,zeros:short arg=1:buffer,8,zeros:float
// The elements beside those that are read.
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
    bits[2] = 1;
    bits[8 + 4] = 1;
    bits[16 + 6] = 1;
    bits[32 + 15] = 1;
    bits[64 + 7] = 1;
    bits[80 + 8] = 1;
  }
}
