//lockstep: race read-write inter-group global alias-same-buffer.cl:8 alias-same-buffer.cl:9
//launch: kernel=k global=31 local=1 arg=0:buffer,128,iota:int arg=1:same:0
//repair: split the kernel into two launches between the two accesses, or write to a second buffer
//outputs: any, the read may come before or after the write
// Two arguments, one buffer.
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  int v = in[i + 1];
  out[i] = v;
}
//covers: aliased-arguments
