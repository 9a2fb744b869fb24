//lockstep: clean
//launch: kernel=outer global=32 local=1 arg=0:buffer,128,zeros:int
kernel void inner(global int *a) {
  a[get_global_id(0)] = get_global_id(0);
}
kernel void outer(global int *a) { inner(a); }
