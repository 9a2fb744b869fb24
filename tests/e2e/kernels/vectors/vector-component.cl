//lockstep: race write-write inter-group global vector-component.cl:6 vector-component.cl:6
//launch: kernel=k global=32 local=1 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for each component
kernel void k(global int4 *v) {
  int i = get_global_id(0);
  v[i / 2].z = i;
}
//covers: vector-components
