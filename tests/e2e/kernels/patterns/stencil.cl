//lockstep: race read-write inter-group global stencil.cl:7 stencil.cl:8
//launch: kernel=k global=62 local=1 arg=0:buffer,256,iota:float
//outputs: any, a neighbour may be read before or after it is written
// A three-point stencil in place.
kernel void k(global float *a) {
  int i = get_global_id(0) + 1;
  float v = a[i - 1] + a[i] + a[i + 1];
  a[i] = v / 3;
}
