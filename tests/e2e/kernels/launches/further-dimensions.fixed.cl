//lockstep: clean
//launch: kernel=k global=16 local=4 arg=0:buffer,64,zeros:int arg=1:uint:3
// Dimensions beyond the third have sizes, too.
kernel void k(global int *p, uint n) {
  size_t i = get_global_id(0) + get_local_id(3) + get_group_id(n);
  p[i] = i + get_global_size(3) + get_num_groups(n);
}
