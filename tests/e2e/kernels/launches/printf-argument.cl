//lockstep: race read-write intra-group global printf-argument.cl:8 printf-argument.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//items: 3,0,0 2,0,0
//at: 12..15
// What printf is given is read before it prints: here the neighbour's element.
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  a[i] = i;
  if (i == 2) printf("%d\n", a[i + 1]);
}
//covers: printf
