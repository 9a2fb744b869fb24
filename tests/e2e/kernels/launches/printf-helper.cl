//lockstep: race read-write intra-group global printf-helper.cl:6 printf-helper.cl:9
//launch: kernel=k global=8 local=8 arg=0:buffer,64,zeros:long
//items: 1,0,0 0,0,0
//at: 8..15
// In a helper function the read is reported where it stands.
long show(global long *from, size_t i) { return printf("%ld\n", from[i]); }
kernel void k(global long *a) {
  size_t i = get_global_id(0);
  a[i] = i * 1000000007L;
  if (i == 0) show(a, i + 1);
}
