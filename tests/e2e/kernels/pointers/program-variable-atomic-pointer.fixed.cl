//lockstep: clean
//build: -cl-std=CL2.0
//launch: kernel=k global=16 local=1 arg=0:buffer,64,zeros:int
global int counters[4];
kernel void k(global int *out) {
  int i = get_global_id(0);
  global int *p = i & 1 ? counters + 1 : out + 1;
  atomic_inc(p);
}
