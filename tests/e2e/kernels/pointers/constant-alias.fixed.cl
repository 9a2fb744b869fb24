//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,256,iota:int arg=1:sub:0:0:128 arg=2:sub:0:128:128
// One buffer, of which one half is constant memory and the other is written.
kernel void k(global int *whole, constant int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0) ^ 16];
}
