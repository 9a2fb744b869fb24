//lockstep: race atomic-plain inter-group global field-float-add.cl:11 field-float-add.cl:14
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:float
//at: 0..3
// Adds floats by compare-exchange, but reads the old value without an atomic.
#define AS_INTEGER(p) ((volatile global uint *)(p))

kernel void k(global float *sum) {
  uint before;
  uint after;
  do {
    float value = sum[0];
    before = as_uint(value);
    after = as_uint(value + 1.0f);
  } while (atomic_cmpxchg(AS_INTEGER(sum), before, after) != before);
}
//covers: float-cmpxchg
