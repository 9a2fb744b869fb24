//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:float
// What the compare-exchange answered is what the next attempt starts from.
#define AS_INTEGER(p) ((volatile global uint *)(p))

kernel void k(global float *sum) {
  uint seen = 0;
  uint before;
  do {
    before = seen;
    seen = atomic_cmpxchg(AS_INTEGER(sum), before, as_uint(as_float(before) + 1.0f));
  } while (seen != before);
}
