//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,1024,iota:int arg=1:sub:0:256:128
// The part ends with its last byte.
kernel void k(global int *all, global int *part) {
  part[get_global_id(0)] += 1;
}
