//lockstep: clean
//launch: kernel=fill global=64 local=16 arg=0:buffer,256,zeros:int
//launch: kernel=turn global=64 local=8 arg=0:keep:0 arg=1:buffer,256,zeros:int
//launch: kernel=fill global=64 local=32 arg=0:keep:0
// Each launch happens before the next one: no two accesses of different launches race.
kernel void fill(global int *a) { a[get_global_id(0)] = get_global_id(0); }
kernel void turn(global int *a, global int *b) {
  int i = get_global_id(0);
  b[63 - i] = a[i];
}
