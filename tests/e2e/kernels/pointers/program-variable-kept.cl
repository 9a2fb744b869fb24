//lockstep: race read-write inter-group global program-variable-kept.cl:12 program-variable-kept.cl:13
//build: -cl-std=CL2.0
//launch: kernel=k global=4 local=1 arg=0:buffer,16,zeros:int arg=1:int:0
//launch: kernel=k global=4 local=1 arg=0:buffer,16,zeros:int arg=1:int:1
//outputs: any, the reads may come before or after the writes
global int last = 5;
kernel void k(global int *out, int first) {
  int i = get_global_id(0);
  if (first == 0) {
    if (i == 0) last = 6;
  } else {
    if (i == 0) last = 7;
    if (i == 3) out[i] = last;
  }
}
//covers: program-variables
