//lockstep: race read-write intra-group global whole-read.cl:8 whole-read.cl:10
//launch: kernel=k global=64 local=64 arg=0:buffer,512,iota:uint arg=1:buffer,256,zeros:uint
//outputs: any, what is read may have been written
// All of a vector is read, though one component alone is used.
kernel void k(global uint4 *a, global uint *out) {
  const uint i = get_global_id(0);
  if (i & 1) {
    a[i / 2].x = i;
  } else {
    const uint4 v = a[i / 2];
    out[i] = v.y;
  }
}
