//lockstep: race read-write inter-group global alias-walking-pointer.cl:8 alias-walking-pointer.cl:9
//launch: kernel=k global=16 local=1 arg=0:buffer,256,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the reads may come before or after the writes
// A pointer that walks through the loop, one step too far.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0), sum = 0;
  if (i < 15)
    for (global int *p = a + 4 * i, *end = p + 5; p != end; ++p) sum += *p;
  a[4 * i] = -1;
  out[i] = sum;
}
//covers: pointers-chosen
