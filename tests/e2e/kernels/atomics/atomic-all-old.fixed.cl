//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,40,value:7:int arg=1:buffer,4,zeros:float
// Every old atomic on its own word, from every group.
kernel void k(global volatile int *a, global volatile float *f) {
  int i = get_global_id(0);
  atomic_add(&a[0], i);
  atomic_sub(&a[1], i);
  atomic_inc(&a[2]);
  atomic_dec(&a[3]);
  atomic_min(&a[4], i - 5);
  atomic_max((volatile global uint *)&a[5], (uint)i);
  atomic_and(&a[6], ~(i & 1));
  atomic_or(&a[7], i);
  atomic_xor(&a[8], i);
  atomic_xchg(&a[9], 4);
  atomic_xchg(f, 1.5f);
}
