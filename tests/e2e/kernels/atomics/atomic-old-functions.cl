//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:30 atomic-old-functions.cl:17
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:31 atomic-old-functions.cl:18
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:32 atomic-old-functions.cl:19
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:33 atomic-old-functions.cl:20
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:34 atomic-old-functions.cl:21
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:35 atomic-old-functions.cl:22
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:36 atomic-old-functions.cl:23
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:37 atomic-old-functions.cl:24
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:38 atomic-old-functions.cl:25
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:39 atomic-old-functions.cl:26
//lockstep: race atomic-plain inter-group global atomic-old-functions.cl:40 atomic-old-functions.cl:27
//launch: kernel=k global=2 local=1 arg=0:buffer,44,iota:int arg=1:buffer,4,zeros:int
//outputs: any, the plain reads may come before or after the atomics
kernel void k(global int *a, global int *out) {
  if (get_global_id(0) == 0) {
    int s = 0;
    s += a[0];
    s += a[1];
    s += a[2];
    s += a[3];
    s += a[4];
    s += a[5];
    s += a[6];
    s += a[7];
    s += a[8];
    s += a[9];
    s += a[10];
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
//covers: atomics-old
