//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,256,zeros:int arg=1:buffer,256,zeros:int arg=2:int:2 arg=3:buffer,4,zeros:int
// Each writes elements of its own in both objects.
kernel void k(global int *a, global int *b, int rounds, global int *done) {
  local int s[8], t[8];
  int i = get_global_id(0), l = get_local_id(0);
  for (int round = 0; round < rounds; ++round) {
    global int *p = round ? b : a;
    p[i] = i;
  }
  for (int round = 0; round < rounds; ++round) {
    local int *p = round ? t : s;
    p[l] = i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[32 + i] = s[l] + t[l];
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(done);
}
//covers: pointers-chosen
