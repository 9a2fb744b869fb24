//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:int:1
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:int:0
// All read before the last one writes, and it writes its own element.
kernel void k(global uint *out, int n) {
  local uint tile[4];
  const int l = get_local_id(0);
  const int last = l == 3;
  tile[l] = l;
  if (n) {
    barrier(CLK_LOCAL_MEM_FENCE);
  } else if (last) {
    tile[l] = 47;
  }
  if (last)
    tile[l] += 5;
  out[get_global_id(0)] = tile[l];
}
