//lockstep: race atomic-plain inter-group global atomic-neighbour-word.cl:7 atomic-neighbour-word.cl:9
//launch: kernel=k global=64 local=1 arg=0:buffer,16,zeros:int
//outputs: any, the byte written plainly is part of the counter
// One byte of the counter's word is written plainly.
kernel void k(global int *a) {
  if (get_global_id(0) == 9)
    ((global char *)a)[3] = 1;
  else
    atomic_inc(&a[0]);
}
//covers: atomics-mixed-size
