//lockstep: race read-write intra-group local printf-strings.cl:10 printf-strings.cl:12
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int
//items: 0,0,0 7,0,0
// Which text is printed depends on what another work-item may not have written yet.
kernel void k(global int *a) {
  local int state[8];
  size_t i = get_local_id(0);
  state[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  state[i] = a[i] + 1;
  int next = (i + 1) % 8;
  if (i == 7) printf("%s %s\n", "state", state[next] ? "set" : "unset");
}
