//lockstep: race atomic-plain intra-group local atomic-local-64.cl:14 atomic-local-64.cl:12
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:long
//outputs: any, the plain write may come anywhere
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global long *out) {
  local ulong t[2];
  int l = get_local_id(0);
  if (l < 2) t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 3)
    ((local int *)t)[3] = 1;
  else
    atom_max(&t[1], (ulong)l << 33);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = t[0];
}
//covers: atomics-old-64
