//lockstep: race write-write inter-group global vstore3.cl:7 vstore3.cl:7
//launch: kernel=k global=32 local=1 arg=0:buffer,512,zeros:int
//outputs: any, two values compete for each third element
// Each work-item writes three ints, but they stand only two ints apart.
kernel void k(global int *a) {
  int i = get_global_id(0);
  vstore3((int3)(3 * i + 1, 3 * i + 2, 3 * i + 3), 0, a + 2 * i);
}
//covers: vector3
