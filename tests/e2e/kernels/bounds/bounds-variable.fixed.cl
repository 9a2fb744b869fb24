//lockstep: clean
//build: -cl-std=CL2.0
//launch: kernel=k global=33 local=1 arg=0:buffer,132,iota:int
// Reads behind a variable of the program.
global short bins[34];
kernel void k(global int *out) { out[get_global_id(0)] = bins[out[get_global_id(0)] + (get_global_id(0) == 32)]; }
