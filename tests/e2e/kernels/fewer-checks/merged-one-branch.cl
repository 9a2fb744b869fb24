//lockstep: race read-write inter-group global merged-one-branch.cl:9 merged-one-branch.cl:10
//launch: kernel=k global=64 local=1 arg=0:buffer,256,zeros:int arg=1:buffer,256,zeros:int
//outputs: any, an element may be read before or after the neighbour writes it
// Only work-item 0 reads in the branch; the others' first read is the one behind it.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0), x = 0;
  if (i == 0)
    x = a[i];
  x += a[i];
  if (i % 2 == 0) a[i + 1] = x + 1;
  out[i] = x;
}
//covers: merged-between
