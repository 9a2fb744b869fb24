//lockstep: clean
//launch: kernel=k global=128 local=64 arg=0:buffer,512,iota:int arg=1:buffer,512,zeros:int
//pruned: 1
kernel void k(global const int *in, global int *out) {
  local int buffer[2][64];
  int lid = get_local_id(0), from = 0;
  buffer[0][lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 64; step *= 2) {
    int value = buffer[from][lid];
    if (lid >= step) value += buffer[from][lid - step];
    from = 1 - from;
    buffer[from][lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = buffer[from][lid];
}
