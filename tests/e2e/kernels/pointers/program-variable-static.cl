//lockstep: race atomic-plain inter-group global program-variable-static.cl:9 program-variable-static.cl:11
//build: -cl-std=CL2.0
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, the reads may come before or after the writes
kernel void k(global int *out) {
  static global int calls;
  int i = get_global_id(0);
  if (i == 9)
    out[i] = calls;
  else
    atomic_inc(&calls);
}
//covers: program-variables
