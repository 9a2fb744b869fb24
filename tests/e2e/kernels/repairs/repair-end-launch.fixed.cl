//lockstep: clean
//launch: kernel=first global=1 local=1 arg=0:buffer,4,zeros:int
//launch: kernel=second global=1 local=1 arg=0:keep:0 arg=1:buffer,4,zeros:int
//made: OpenCL 1.x itself orders two work-groups only by ending the launch between them
kernel void first(global int *data) { data[0] = 42; }
kernel void second(global int *data, global int *out) { out[0] = data[0]; }
