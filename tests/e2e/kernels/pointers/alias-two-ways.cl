//lockstep: race read-write intra-group global alias-two-ways.cl:6 alias-two-ways.cl:6 lockstep-only=32 object=to
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:same:0
//outputs: any, the read may come before or after the write
// Two arguments, one buffer: one finding, whichever of the two accesses comes later.
kernel void k(global int* to, global const int* from) {
  to[get_global_id(0)] = from[get_global_id(0) ^ 1];
}
