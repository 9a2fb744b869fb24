//lockstep: race atomic-plain inter-group global program-variable-atomic-pointer.cl:10 program-variable-atomic-pointer.cl:12
//build: -cl-std=CL2.0
//launch: kernel=k global=16 local=1 arg=0:buffer,64,zeros:int
//outputs: any, the plain write may come anywhere
global int counters[4];
kernel void k(global int *out) {
  int i = get_global_id(0);
  global int *p = i & 1 ? counters + 1 : out + 1;
  if (i == 3)
    *p = 0;
  else
    atomic_inc(p);
}
//covers: program-variables
