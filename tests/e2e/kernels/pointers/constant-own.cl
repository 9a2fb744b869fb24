//lockstep: race read-write intra-group global constant-own.cl:7 constant-own.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,128,iota:int arg=1:same:0
//outputs: any, the order of the work-items decides
// vload from constant memory, which the same buffer's other half is written next to; the halves overlap.
kernel void k(constant int *in, global int *out) {
  int l = get_local_id(0);
  int2 v = vload2(l, in);
  out[l + 16] = v.x + v.y;
}
//covers: constant-alias
