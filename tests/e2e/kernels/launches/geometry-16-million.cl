//lockstep: race atomic-plain inter-group global geometry-16-million.cl:8 geometry-16-million.cl:9
//launch: kernel=k global=16777216 local=256 arg=0:buffer,4096,zeros:int
//items: 0,0,0 16777215,0,0
//outputs: any, the count may be read before the others have counted
// 2^24 work-items; the last one reads what only the first one counted.
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  if (i == 0) atomic_inc(&a[1023]);
  if (i == 16777215) a[0] = a[1023];
  atomic_inc(&a[1 + i % 512]);
}
//covers: geometry-large
