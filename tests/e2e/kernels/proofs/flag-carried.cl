//lockstep: out-of-bounds global * flag-carried.cl:11
//launch: kernel=k global=32 local=8 arg=0:buffer,1024,iota:int arg=1:buffer,128,zeros:int
//pruned: 0
//outputs: any, what lies behind a buffer is anything
// What the flag says is about the iteration before: the last row is read one element too far.
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  bool ok = false;
  for (int at = 0; at < 10; ++at) {
    // Said of this iteration, it would stay in its row.
    if (ok) sum += in[8 * i + at];
    ok = at < 8 && at >= 0;
  }
  out[i] = sum;
}
