//lockstep: race write-write inter-group global program-variable-pointers.cl:10 program-variable-pointers.cl:10
//build: -cl-std=CL2.0
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//dies: 6.0+debian
// What the variables' initial values point to.
global int left[16], right[16];
global int *global sides[2] = {left, right};
kernel void k(global int *out) {
  int i = get_global_id(0);
  sides[i & 1][i / 4] = i;
  out[i] = i;
}
//covers: program-variables
