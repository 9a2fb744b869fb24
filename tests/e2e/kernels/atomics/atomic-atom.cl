//lockstep: race atomic-plain inter-group global atomic-atom.cl:7 atomic-atom.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,16,zeros:int
//outputs: any, the plain read may come anywhere
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    a[1] = a[0];
  else
    atom_add(&a[0], 3);
}
//covers: atomics-old-64
