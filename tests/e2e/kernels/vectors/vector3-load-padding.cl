//lockstep: race read-write inter-group global vector3-load-padding.cl:7 vector3-load-padding.cl:10
//launch: kernel=k global=2 local=1 arg=0:buffer,32,zeros:float arg=1:buffer,32,zeros:float
//at: 8..11
//outputs: any, the reads may come before or after the writes
kernel void k(global float3 *a, global float *out) {
  if (get_global_id(0) == 0) {
    float3 v = a[0];
    out[0] = v.x + v.y + v.z;
  } else {
    ((global float *)a)[2] = 4;
  }
}
//covers: vector3
