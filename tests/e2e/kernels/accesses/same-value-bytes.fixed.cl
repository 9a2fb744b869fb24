//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int
// An int and a char that agree in the one byte they share (little-endian): same-value, hidden.
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    *a = 0x01020304;
  else
    ((global char *)a)[1] = 3;
}
