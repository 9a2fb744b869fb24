//lockstep: clean
//build: -cl-std=CL2.0
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
kernel void k(global int *out) {
  static global int calls;
  int i = get_global_id(0);
  out[i] = i;
  atomic_inc(&calls);
}
