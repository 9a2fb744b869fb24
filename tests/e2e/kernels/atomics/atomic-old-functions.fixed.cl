//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,44,iota:int arg=1:buffer,4,zeros:int
//outputs: any, the additions of nothing may come before or after the others
kernel void k(global int *a, global int *out) {
  if (get_global_id(0) == 0) {
    int s = 0;
    s += atomic_add(&a[0], 0);
    s += atomic_add(&a[1], 0);
    s += atomic_add(&a[2], 0);
    s += atomic_add(&a[3], 0);
    s += atomic_add(&a[4], 0);
    s += atomic_add(&a[5], 0);
    s += atomic_add(&a[6], 0);
    s += atomic_add(&a[7], 0);
    s += atomic_add(&a[8], 0);
    s += atomic_add(&a[9], 0);
    s += atomic_add(&a[10], 0);
    out[0] = s;
  } else {
    atomic_add(&a[0], 1);
    atomic_sub(&a[1], 1);
    atomic_xchg(&a[2], 5);
    atomic_inc(&a[3]);
    atomic_dec(&a[4]);
    atomic_min(&a[5], -1);
    atomic_max(&a[6], 9);
    atomic_and(&a[7], 3);
    atomic_or(&a[8], 8);
    atomic_xor(&a[9], 1);
    atomic_cmpxchg(&a[10], 10, 2);
  }
}
