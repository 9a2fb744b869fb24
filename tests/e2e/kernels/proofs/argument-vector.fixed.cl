//lockstep: clean
//launch: kernel=k global=16,16 local=16,1 arg=0:buffer,1024,zeros:int arg=1:ulong:68719476752
//pruned: 1
kernel void k(global int *out, int2 size) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int2 place = min(at + 1, size - 1);
  if (at.x < size.x && at.y < size.y) out[at.y * size.x + at.x] = place.y * 16 + place.x;
}
