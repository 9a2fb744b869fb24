//lockstep: clean
//launch: kernel=k global=64 local=64 arg=0:buffer,512,iota:uint arg=1:buffer,256,zeros:uint
// One component is read.
kernel void k(global uint4 *a, global uint *out) {
  const uint i = get_global_id(0);
  if (i & 1) {
    a[i / 2].x = i;
  } else {
    out[i] = a[i / 2].y;
  }
}
