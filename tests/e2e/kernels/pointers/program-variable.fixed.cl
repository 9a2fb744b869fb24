//lockstep: clean
//build: -cl-std=CL2.0
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
global int total = 5;
kernel void k(global int *out) {
  int i = get_global_id(0);
  if (i == 3)
    out[i] = 7;
  else
    out[i] = total;
}
