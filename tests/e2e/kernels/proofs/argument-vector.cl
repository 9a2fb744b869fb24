//lockstep: race write-write inter-group global argument-vector.cl:9 argument-vector.cl:9
//launch: kernel=k global=16,16 local=16,1 arg=0:buffer,1024,zeros:int arg=1:ulong:68719476752
//pruned: 0
//outputs: any, the race decides them
// Rows lie one element too close. (An int2 of 16 and 16.)
kernel void k(global int *out, int2 size) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int2 place = min(at + 1, size - 1);
  if (at.x < size.x && at.y < size.y) out[at.y * (size.x - 1) + at.x] = place.y * 16 + at.x;
}
