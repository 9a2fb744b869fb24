//lockstep: race write-write intra-group global rows-reversed.cl:10 rows-reversed.cl:11
//lockstep: race write-write inter-group global rows-reversed.cl:10 rows-reversed.cl:11
//launch: kernel=k global=32 local=8 arg=0:buffer,1028,iota:int arg=1:buffer,1028,zeros:int arg=2:int:8
//outputs: any, the race decides them
// Each turns a row round, from both ends to the middle; all take the next row's first element for their last.
kernel void k(global const int* in, global int* out, int n) {
  int left = get_global_id(0) * n, right = left + n;
  while (left < right) {
    // What the next row has in front is written here by that row, and behind by this one.
    out[left] = in[right];
    out[right] = in[left];
    ++left;
    --right;
  }
}
