//lockstep: race write-write inter-group global vector3-store-padding.cl:8 vector3-store-padding.cl:10
//launch: kernel=k global=2 local=1 arg=0:buffer,32,zeros:float
//at: 12..15
//outputs: any, a float3 store leaves any value in the padding
// A float3 that is stored as a whole takes its padding along.
kernel void k(global float3 *a) {
  if (get_global_id(0) == 0)
    a[0] = (float3)(1, 2, 3);
  else
    ((global float *)a)[3] = 4;
}
//covers: vector3
