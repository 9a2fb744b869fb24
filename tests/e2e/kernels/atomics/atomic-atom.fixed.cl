//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,16,zeros:int
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    a[1] = 5;
  else
    atom_add(&a[0], 3);
}
