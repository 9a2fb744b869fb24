//lockstep: race write-write inter-group global alias-bumped-pointer.cl:8 alias-bumped-pointer.cl:8
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//outputs: any, the groups' parts overlap by half
// Each group works from its own start, but the starts stand only half a group apart.
kernel void k(global int *a) {
  global int *mine = a;
  mine += get_group_id(0) * 8;
  mine[get_local_id(0)] = get_global_id(0);
}
//covers: pointers-chosen
