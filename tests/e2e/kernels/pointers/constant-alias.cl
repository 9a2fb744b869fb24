//lockstep: race read-write inter-group global constant-alias.cl:7 constant-alias.cl:7
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:same:0
//at: 64..127 0..63
//outputs: any, the order of the groups decides
// One buffer, once as constant memory and once to be written: a race, although nothing writes constant memory.
kernel void k(constant int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0) ^ 16];
}
//covers: constant-alias
