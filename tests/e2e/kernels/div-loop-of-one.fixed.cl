//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,64,zeros:int
// All work-items come to the barriers.
kernel void k(global int *a) {
  const int l = (int)get_local_id(0), size = (int)get_local_size(0), group = (int)get_group_id(0);
  int v = 0, zero = 0, i = 0, rounds = 0;
again:;
  a[l] = group;
  if (l < 1) goto alone;
  goto alone;
alone:;
  rounds = rounds + 1;
  if ((rounds < 3) && (zero == l)) goto back;
  goto wait;
count:;
  if (i < ((l % 2) + 1)) goto next;
  goto end;
end:;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  v = a[(l + 2) % size];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  return;
next:;
  i = i + 1;
  goto count;
back:;
  goto again;
wait:;
  goto count;
}
