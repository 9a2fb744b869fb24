//lockstep: race read-write inter-group global program-variable.cl:9 program-variable.cl:11
//build: -cl-std=CL2.0
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, the reads may come before or after the writes
global int total = 5;
kernel void k(global int *out) {
  int i = get_global_id(0);
  if (i == 3)
    total = 7;
  else
    out[i] = total;
}
//covers: program-variables
