//lockstep: clean
//launch: kernel=k global=16,16 local=8,8 arg=0:buffer,1024,random:1:float arg=1:buffer,1024,zeros:float arg=2:ulong:68719476752
//pruned: 1
kernel void k(global const float *in, global float *out, int2 size) {
  local float tile[8][8];
  int2 own = (int2)(get_local_id(0), get_local_id(1)), place = (int2)(get_global_id(0), get_global_id(1));
  tile[own.y][own.x] = in[place.y * size.x + place.x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place.y * size.x + place.x] = tile[own.x][own.y];
}
