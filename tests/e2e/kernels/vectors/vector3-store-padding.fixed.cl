//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,32,zeros:float
// vstore3 writes three elements, not the padding.
kernel void k(global float3 *a) {
  if (get_global_id(0) == 0)
    vstore3((float3)(1, 2, 3), 0, (global float *)a);
  else
    ((global float *)a)[3] = 4;
}
