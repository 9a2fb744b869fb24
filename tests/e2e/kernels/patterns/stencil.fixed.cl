//lockstep: clean
//launch: kernel=k global=62 local=1 arg=0:buffer,256,iota:float arg=1:buffer,256,zeros:float
//launch: kernel=k global=62 local=1 arg=0:keep:1 arg=1:keep:0
// From one buffer to the other, then back.
kernel void k(global const float *a, global float *b) {
  int i = get_global_id(0) + 1;
  float v = a[i - 1] + a[i] + a[i + 1];
  b[i] = v / 3;
}
