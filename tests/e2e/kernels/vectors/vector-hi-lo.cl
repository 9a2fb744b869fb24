//lockstep: race read-write inter-group global vector-hi-lo.cl:6 vector-hi-lo.cl:8
//launch: kernel=k global=2 local=1 arg=0:buffer,32,iota:int arg=1:buffer,32,zeros:int
//outputs: any, the reads may come before or after the writes
kernel void k(global int8 *a, global int4 *out) {
  if (get_global_id(0) == 0)
    out[0] = a[0].hi;
  else
    a[0].odd = (int4)(7);
}
//covers: vector-components
