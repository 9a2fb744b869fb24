//lockstep: timeout timeout-first-of-two.cl:9
//lockstep: race write-write inter-group global timeout-first-of-two.cl:13 timeout-first-of-two.cl:13
//launch: kernel=stuck global=4 local=2 arg=0:buffer,4,zeros:int
//launch: kernel=next global=4 local=2 arg=0:buffer,16,zeros:int
//options: --launch-timeout=1
//kernel: next
//outputs: any, the first launch never ends and the second one races
kernel void stuck(global int *flag) {
  while (atomic_or(flag, 0) == 0) {
  }
}
kernel void next(global int *out) {
  out[get_local_id(0)] = get_global_id(0);
}
//covers: timeout-next-launch
