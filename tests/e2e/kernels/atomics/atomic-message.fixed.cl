//lockstep: clean
//launch: kernel=produce global=32 local=16 arg=0:buffer,4,zeros:int
//launch: kernel=consume global=32 local=16 arg=0:keep:0 arg=1:buffer,4,zeros:int
// The launch boundary orders the message.
kernel void produce(global int *data) {
  if (get_global_id(0) == 0) *data = 42;
}
kernel void consume(global int *data, global int *out) {
  if (get_global_id(0) == 16) out[0] = *data;
}
