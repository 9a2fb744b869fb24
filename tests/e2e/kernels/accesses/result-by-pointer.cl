// Built-in functions that give a second result through a pointer write there.
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:float arg=1:buffer,256,zeros:float arg=2:buffer,256,zeros:float
//lockstep: race write-write intra-group global result-by-pointer.cl:9 result-by-pointer.cl:9
//outputs: any, two values compete for each element
kernel void k(global const float *in, global float *rest, global float *whole) {
  local float fraction[16];
  const size_t i = get_global_id(0), l = get_local_id(0);
  const float below = fract(in[i] * 0.25f, &fraction[l]);
  rest[i] = modf(in[i] * 1.25f, &whole[i / 2]) + below + fraction[l];
}
//covers: math-results
