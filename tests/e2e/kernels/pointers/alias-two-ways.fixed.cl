//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:same:0
// Each reads what it writes.
kernel void k(global int* to, global const int* from) {
  to[get_global_id(0)] = from[get_global_id(0)] + 1;
}
