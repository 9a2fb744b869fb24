//lockstep: race read-write inter-group global relaxed-lock.cl:12 relaxed-lock.cl:12
//lockstep: race write-write inter-group global relaxed-lock.cl:12 relaxed-lock.cl:12
//launch: kernel=k global=64 local=16 arg=0:buffer,8,zeros:int
//outputs: any, a group whose turn does not come in a million attempts gives up
// A lock of OpenCL 1.x atomics alone: it excludes, but it hands no group's writes on to the next.
kernel void k(volatile global int *state) {
  if (get_local_id(0) != 0) return;
  int taken = 0;
  for (int i = 0; i < 1000000 && !taken; ++i)
    taken = atomic_cmpxchg(state, 0, 1) == 0;
  if (!taken) return;
  state[1] += 1;
  atomic_xchg(state, 0);
}
//covers: relaxed-lock
