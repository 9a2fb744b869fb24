//lockstep: race read-write inter-group global width-int16.cl:8 width-int16.cl:10
//launch: kernel=k global=8 local=1 arg=0:buffer,512,iota:int arg=1:buffer,32,zeros:int
//outputs: any, the read may come before or after the write
// One work-item reads all 64 bytes of a vector of which its neighbour writes the last four.
kernel void k(global int16 *a, global int *b) {
  int i = get_global_id(0);
  if (i & 1)
    ((global int *)a)[16 * i - 1] = 7;
  else
    b[i] = a[i].s3 + a[i].sf;
}
//covers: vectors
