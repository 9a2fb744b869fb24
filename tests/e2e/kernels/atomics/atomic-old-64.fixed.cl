//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,88,iota:long arg=1:buffer,4,zeros:int
//outputs: any, the additions of nothing may come before or after the others
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global long *a, global int *out) {
  if (get_global_id(0) == 0) {
    int s = 0;
    s += atom_add(&a[0], 0L);
    s += atom_add(&a[1], 0L);
    s += atom_add(&a[2], 0L);
    s += atom_add(&a[3], 0L);
    s += atom_add(&a[4], 0L);
    s += atom_add(&a[5], 0L);
    s += atom_add(&a[6], 0L);
    s += atom_add(&a[7], 0L);
    s += atom_add(&a[8], 0L);
    s += atom_add(&a[9], 0L);
    s += atom_add(&a[10], 0L);
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
