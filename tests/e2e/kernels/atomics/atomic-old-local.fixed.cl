//lockstep: clean
//launch: kernel=k global=2 local=2 arg=0:buffer,44,iota:int arg=1:buffer,4,zeros:int
//outputs: any, the additions of nothing may come before or after the others
kernel void k(global int *a, global int *out) {
  local int t[11];
  for (int j = get_local_id(0); j < 11; j += 2) t[j] = a[j];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) == 0) {
    int s = 0;
    s += atomic_add(&t[0], 0);
    s += atomic_add(&t[1], 0);
    s += atomic_add(&t[2], 0);
    s += atomic_add(&t[3], 0);
    s += atomic_add(&t[4], 0);
    s += atomic_add(&t[5], 0);
    s += atomic_add(&t[6], 0);
    s += atomic_add(&t[7], 0);
    s += atomic_add(&t[8], 0);
    s += atomic_add(&t[9], 0);
    s += atomic_add(&t[10], 0);
    out[0] = s;
  } else {
    atomic_add(&t[0], 1);
    atomic_sub(&t[1], 1);
    atomic_xchg(&t[2], 5);
    atomic_inc(&t[3]);
    atomic_dec(&t[4]);
    atomic_min(&t[5], -1);
    atomic_max(&t[6], 9);
    atomic_and(&t[7], 3);
    atomic_or(&t[8], 8);
    atomic_xor(&t[9], 1);
    atomic_cmpxchg(&t[10], 10, 2);
  }
}
