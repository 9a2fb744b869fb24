//lockstep: race read-write intra-group global alias-two-types.cl:8 alias-two-types.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:same:0
//items: 0,0,0 1,0,0
//outputs: any, what is read depends on the order
// One buffer as ints and as chars: each reads the last byte of its neighbour's int.
kernel void k(global int *a, global const char *b) {
  size_t i = get_global_id(0);
  a[i] = b[4 * (i ^ 1) + 3] + (i << 24);
}
//covers: aliased-arguments
