//lockstep: clean
//launch: kernel=write global=32 local=1 arg=0:buffer,4,zeros:int
//launch: kernel=read global=32 local=1 arg=0:keep:0 arg=1:buffer,128,zeros:int
kernel void write(global int *flag) { *flag = 1; }
kernel void read(global int *flag, global int *out) { out[get_global_id(0)] = *flag; }
