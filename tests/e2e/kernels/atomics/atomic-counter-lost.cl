//lockstep: maybe race read-write inter-group global atomic-counter-lost.cl:7 atomic-counter-lost.cl:7
//lockstep: maybe race write-write inter-group global atomic-counter-lost.cl:7 atomic-counter-lost.cl:7
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int
//outputs: any, increments may be lost
// A plain increment is a read and a write.
kernel void k(global int *count) {
  *count += get_global_id(0) + 1;
}
