//lockstep: out-of-bounds global 2 bounds-variable.cl:7
//build: -cl-std=CL2.0
//launch: kernel=k global=33 local=1 arg=0:buffer,132,iota:int
//outputs: any, what lies behind a variable is anything
// Reads behind a variable of the program.
global short bins[32];
kernel void k(global int *out) { out[get_global_id(0)] = bins[out[get_global_id(0)] + (get_global_id(0) == 32)]; }
//covers: bounds
