//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,256,zeros:int arg=1:buffer,256,zeros:int arg=2:int:2
// Each writes elements of its own in both objects.
kernel void k(global int *a, global int *b, int rounds) {
  local int s[8], t[8];
  int i = get_global_id(0), l = get_local_id(0);
  s[l] = t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
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
}
//covers: pointers-chosen
