//lockstep: race read-write inter-group global volatile-flag.cl:7 volatile-flag.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
//outputs: any, the flag may be read before or after it is set
// volatile keeps the compiler away, it orders nothing.
kernel void k(global volatile int *flag, global int *out) {
  if (get_global_id(0) == 0)
    *flag = 1;
  else
    *out = *flag;
}
//covers: qualified-pointers
