//lockstep: race atomic-plain intra-group local atomic-old-local.cl:33 atomic-old-local.cl:20
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:34 atomic-old-local.cl:21
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:35 atomic-old-local.cl:22
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:36 atomic-old-local.cl:23
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:37 atomic-old-local.cl:24
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:38 atomic-old-local.cl:25
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:39 atomic-old-local.cl:26
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:40 atomic-old-local.cl:27
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:41 atomic-old-local.cl:28
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:42 atomic-old-local.cl:29
//lockstep: race atomic-plain intra-group local atomic-old-local.cl:43 atomic-old-local.cl:30
//launch: kernel=k global=2 local=2 arg=0:buffer,44,iota:int arg=1:buffer,4,zeros:int
//outputs: any, the plain reads may come before or after the atomics
kernel void k(global int *a, global int *out) {
  local int t[11];
  for (int j = get_local_id(0); j < 11; j += 2) t[j] = a[j];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) == 0) {
    int s = 0;
    s += t[0];
    s += t[1];
    s += t[2];
    s += t[3];
    s += t[4];
    s += t[5];
    s += t[6];
    s += t[7];
    s += t[8];
    s += t[9];
    s += t[10];
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
//covers: atomics-old
