//lockstep: divergence div-short-circuit.cl:5 div-short-circuit.cl:13
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//outputs: any, a divergent barrier is undefined
int meet(void) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  return 1;
}

// The right side of && is a branch too.
kernel void k(global int *a) {
  size_t l = get_local_id(0);
  if (l < 8 && meet()) a[l] = 1;
}
//covers: div-goto
