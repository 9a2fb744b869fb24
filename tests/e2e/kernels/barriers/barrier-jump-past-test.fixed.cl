//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,64,zeros:int
// Each work-item reads its own element.
kernel void k(global int *a) {
  local int t[4];
  int l = get_local_id(0), i = 0, sum = 0, f = 0;
  t[l] = l;
again:
  i++;
  sum += t[l] < 3;
  if (l == 0 && ++f < 3) goto again;
  if (i < 2) goto again;
  t[l] = l;
  a[l] = sum + i;
}
