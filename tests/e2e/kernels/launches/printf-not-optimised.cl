//lockstep: race read-write intra-group global printf-not-optimised.cl:9 printf-not-optimised.cl:10
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//build: -cl-opt-disable
//items: 3,0,0 2,0,0
//at: 12..15
// The checks stay functions of their own, which PoCL looks through for what prints.
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  a[i] = i;
  if (i == 2) printf("%d\n", a[i + 1]);
}
