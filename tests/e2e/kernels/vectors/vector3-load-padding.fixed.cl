//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,32,zeros:float arg=1:buffer,32,zeros:float
// The value of a float3 is its three elements: the padding is not read.
kernel void k(global float3 *a, global float *out) {
  if (get_global_id(0) == 0) {
    float3 v = a[0];
    out[0] = v.x + v.y + v.z;
  } else {
    ((global float *)a)[3] = 4;
  }
}
