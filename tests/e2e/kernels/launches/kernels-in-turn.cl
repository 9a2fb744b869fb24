//lockstep: race write-write inter-group global kernels-in-turn.cl:10 kernels-in-turn.cl:10
//kernel: spoil
//launch: kernel=fill global=64 local=16 arg=0:buffer,256,zeros:int
//launch: kernel=spoil global=64 local=1 arg=0:keep:0
//launch: kernel=fill global=64 local=16 arg=0:keep:0
// Three launches on one buffer; only the second one races, with itself.
kernel void fill(global int *a) { a[get_global_id(0)] = get_global_id(0); }
kernel void spoil(global int *a) {
  int i = get_global_id(0);
  a[i / 2] = -i;
}
