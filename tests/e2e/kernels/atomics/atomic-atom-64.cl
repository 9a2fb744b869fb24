//lockstep: race atomic-plain inter-group global atomic-atom-64.cl:7 atomic-atom-64.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,16,zeros:long
//outputs: any, the plain write may come anywhere
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void k(global long *a) {
  if (get_global_id(0) == 0)
    a[0] = 1L << 40;
  else
    atom_add(&a[0], 1L << 33);
}
//covers: atomics-old-64
