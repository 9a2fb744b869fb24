//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
kernel void k(global int *a) {
  global int *mine = a;
  mine += get_group_id(0) * 16;
  mine[get_local_id(0)] = get_global_id(0);
}
