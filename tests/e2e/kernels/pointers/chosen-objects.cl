//lockstep: race write-write intra-group global chosen-objects.cl:17 chosen-objects.cl:17 object=a
//lockstep: race write-write inter-group global chosen-objects.cl:17 chosen-objects.cl:17 object=a
//lockstep: race write-write intra-group global chosen-objects.cl:17 chosen-objects.cl:17 object=b
//lockstep: race write-write inter-group global chosen-objects.cl:17 chosen-objects.cl:17 object=b
//lockstep: race write-write intra-group local chosen-objects.cl:21 chosen-objects.cl:21 object=s
//lockstep: race write-write intra-group local chosen-objects.cl:21 chosen-objects.cl:21 object=t
//launch: kernel=k global=32 local=8 arg=0:buffer,256,zeros:int arg=1:buffer,256,zeros:int arg=2:int:2
//outputs: any, two values compete for each element
// One statement races at several objects: a finding for each.
kernel void k(global int *a, global int *b, int rounds) {
  local int s[8], t[8];
  int i = get_global_id(0), l = get_local_id(0);
  s[l] = t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    global int *p = round ? b : a;
    p[i / 2 % 8] = i;
  }
  for (int round = 0; round < rounds; ++round) {
    local int *p = round ? t : s;
    p[l / 2] = i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[32 + i] = s[l] + t[l];
}
//covers: pointers-chosen
