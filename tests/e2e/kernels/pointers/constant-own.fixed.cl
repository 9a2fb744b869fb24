//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,128,iota:int arg=1:same:0
// vload from constant memory, which the same buffer's other half is written next to, behind a barrier.
kernel void k(constant int *in, global int *out) {
  int l = get_local_id(0);
  int2 v = vload2(l, in);
  barrier(CLK_GLOBAL_MEM_FENCE); out[l + 16] = v.x + v.y;
}
