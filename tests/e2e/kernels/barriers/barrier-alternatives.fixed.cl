//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:buffer,32,iota:uint arg=2:int:1 arg=3:int:1
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:buffer,32,iota:uint arg=2:int:0 arg=3:int:1
//dies: 6.0+debian
// Each its own element. All went the second way, whatever n was.
kernel void k(global uint *out, global const uint *at, int n, int m) {
  const int l = get_local_id(0), g = get_global_id(0);
  uint p = l * 7 + 1;
  if (n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l > 0 && l < 2) p ^= l + p;
  } else {
    if (m) out[at[g]] = 47;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[at[g]] += p * 3;
}
