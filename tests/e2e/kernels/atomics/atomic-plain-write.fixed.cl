//lockstep: clean
//launch: kernel=reset global=1 arg=0:buffer,4,value:99:int
//launch: kernel=k global=32 local=1 arg=0:keep:0
//made: move it to a launch of its own
// Everything in the first launch happens before the second.
kernel void reset(global int *count) { *count = 0; }
kernel void k(global int *count) { atomic_add(count, 2); }
