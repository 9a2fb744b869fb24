//lockstep: race write-write inter-group global vstore-half-double.cl:6 vstore-half-double.cl:6
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:short
//outputs: any, two values compete for each element
kernel void k(global half *a) {
  int i = get_global_id(0);
  vstore_half2((double2)(i, -i), i / 2, a);
}
//covers: vstore-half
