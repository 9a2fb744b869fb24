//lockstep: clean
//launch: kernel=first global=16 local=1 arg=0:buffer,64,zeros:int
//launch: kernel=second global=16 local=1 arg=0:keep:0 arg=1:buffer,64,zeros:int
//made: split the kernel into two launches between the two accesses
kernel void first(global int *a) {
  int i = get_global_id(0);
  a[i] = i + 1;
}
kernel void second(global int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[15 - i];
}
