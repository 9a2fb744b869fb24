//lockstep: race atomic-plain inter-group global atomic-old-64.cl:32 atomic-old-64.cl:19
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:33 atomic-old-64.cl:20
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:34 atomic-old-64.cl:21
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:35 atomic-old-64.cl:22
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:36 atomic-old-64.cl:23
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:37 atomic-old-64.cl:24
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:38 atomic-old-64.cl:25
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:39 atomic-old-64.cl:26
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:40 atomic-old-64.cl:27
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:41 atomic-old-64.cl:28
//lockstep: race atomic-plain inter-group global atomic-old-64.cl:42 atomic-old-64.cl:29
//launch: kernel=k global=2 local=1 arg=0:buffer,88,iota:long arg=1:buffer,4,zeros:int
//outputs: any, the plain reads may come before or after the atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global long *a, global int *out) {
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
    atom_add(&a[0], 1L);
    atom_sub(&a[1], 1L);
    atom_xchg(&a[2], 5L);
    atom_inc(&a[3]);
    atom_dec(&a[4]);
    atom_min(&a[5], -1L);
    atom_max(&a[6], 9L);
    atom_and(&a[7], 3L);
    atom_or(&a[8], 8L);
    atom_xor(&a[9], 1L);
    atom_cmpxchg(&a[10], 10L, 2L);
  }
}
//covers: atomics-old-64
