//lockstep: race atomic-plain intra-group global repair-guess-with-atomic.cl:11 repair-guess-with-atomic.cl:13
//launch: kernel=k global=64 local=64 arg=0:buffer,4,zeros:float arg=1:buffer,256,iota:float
//repair: read the guess with an atomic operation too: atomic_load_explicit with memory_order_relaxed, in OpenCL 1.x atomic_or of 0
//outputs: any, the sum is rounded in the order of the additions
void add(volatile global float *sum, float value) {
  union {
    uint bits;
    float number;
  } old, next;
  do {
    old.number = *sum;
    next.number = old.number + value;
  } while (atomic_cmpxchg((volatile global uint *)sum, old.bits, next.bits) != old.bits);
}
kernel void k(volatile global float *sum, global const float *in) { add(sum, in[get_global_id(0)]); }
