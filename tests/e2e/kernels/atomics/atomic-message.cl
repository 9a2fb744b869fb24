//lockstep: race read-write inter-group global atomic-message.cl:7 atomic-message.cl:12
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//outputs: any, the message may come too late
// A message handed over by a relaxed atomic flag: relaxed orders nothing but its own word.
kernel void k(global int *data, global int *flag, global int *out) {
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_xchg(flag, 1);
  }
  if (get_global_id(0) == 16) {
    int ready = atomic_add(flag, 0);
    out[0] = *data + ready;
  }
}
