//lockstep: clean
//launch: kernel=k global=67108864 local=256 arg=0:buffer,4096,zeros:int
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  if (i == 0) atomic_inc(&a[1023]);
  if (i == 67108863) a[0] = atomic_add(&a[1022], 0);
  atomic_inc(&a[1 + i % 512]);
}
//covers: geometry-large
