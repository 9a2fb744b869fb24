//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:buffer,32,iota:uint arg=2:int:0 arg=3:int:1
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:buffer,32,iota:uint arg=2:int:1 arg=3:int:1
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:buffer,32,iota:uint arg=2:int:1 arg=3:int:0
// Each its own element. It never came to an end.
kernel void k(global uint *out, global const uint *at, int n, int m) {
  const int l = get_local_id(0), g = get_global_id(0);
  if (m) {
    if (n) {
      barrier(CLK_LOCAL_MEM_FENCE);
    } else {
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[at[g]] = 7;
  }
  out[at[g]] += 1;
}
