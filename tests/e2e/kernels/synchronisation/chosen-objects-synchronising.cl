//lockstep: race write-write intra-group global chosen-objects-synchronising.cl:15 chosen-objects-synchronising.cl:15 object=a
//lockstep: race write-write inter-group global chosen-objects-synchronising.cl:15 chosen-objects-synchronising.cl:15 object=a
//lockstep: race write-write intra-group global chosen-objects-synchronising.cl:15 chosen-objects-synchronising.cl:15 object=b
//lockstep: race write-write inter-group global chosen-objects-synchronising.cl:15 chosen-objects-synchronising.cl:15 object=b
//lockstep: race write-write intra-group local chosen-objects-synchronising.cl:19 chosen-objects-synchronising.cl:19 object=s
//lockstep: race write-write intra-group local chosen-objects-synchronising.cl:19 chosen-objects-synchronising.cl:19 object=t
//launch: kernel=k global=32 local=8 arg=0:buffer,256,zeros:int arg=1:buffer,256,zeros:int arg=2:int:2 arg=3:buffer,4,zeros:int
//outputs: any, two values compete for each element
// One statement races at several objects, in a kernel that is replayed: a finding for each.
kernel void k(global int *a, global int *b, int rounds, global int *done) {
  local int s[8], t[8];
  int i = get_global_id(0), l = get_local_id(0);
  for (int round = 0; round < rounds; ++round) {
    global int *p = round ? b : a;
    p[i / 2 % 8] = i;
  }
  for (int round = 0; round < rounds; ++round) {
    local int *p = round ? t : s;
    p[l / 2] = i;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[32 + i] = s[l / 2] + t[l / 2];
  write_mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(done);
}
//covers: pointers-chosen
