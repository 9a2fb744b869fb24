//says: bytes of local memory and
//says: bytes of shadow exceed the device's
//launch: kernel=k global=4 local=4 arg=0:buffer,4*int
//needs: program-scope variables
//environment: LOCKSTEP_LOCAL_MEMORY=500000
global int calls;
kernel void k(global int *a) {
  local int t[100000];
  int l = get_local_id(0);
  for (int i = l; i < 100000; i += 4) t[i * 7 % 100000] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[(l * a[l]) % 100000];
  if (get_global_id(0) == 0) calls += 1;
}
