//lockstep: race write-write inter-group global vector-subscript.cl:6 vector-subscript.cl:6
//launch: kernel=k global=8 local=1 arg=0:buffer,16,zeros:int
//outputs: any, two values compete for each element
kernel void k(global int4 *a) {
  int i = get_global_id(0);
  a[0][i & 3] = i;
}
//covers: vector-components
