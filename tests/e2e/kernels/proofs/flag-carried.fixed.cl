//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,1024,iota:int arg=1:buffer,128,zeros:int
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  bool ok = false;
  for (int at = 0; at < 10; ++at) {
    if (ok) sum += in[8 * i + at];
    ok = at < 7 && at >= 0;
  }
  out[i] = sum;
}
