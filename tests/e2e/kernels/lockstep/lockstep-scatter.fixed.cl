//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,16,zeros:int
//options: --model=lockstep:32
// One instruction writes equal values to one element: lock step lets it pass.
kernel void k(global int *a) { a[get_local_id(0) % 4] = get_local_id(0) % 4; }
