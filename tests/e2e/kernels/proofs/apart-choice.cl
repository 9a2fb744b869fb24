//lockstep: race write-write inter-group global apart-choice.cl:10 apart-choice.cl:10
//launch: kernel=k global=32,32 local=32,1 arg=0:buffer,8192,zeros:int arg=1:int:30 arg=2:int:0
//pruned: 0
//outputs: any, the race decides them
// Rows of the one form lie one element too close.
kernel void k(global int *out, int n, int transposed) {
  int col = get_global_id(0), row = get_global_id(1), at;
  if (transposed) at = col * n + row;
  else at = row * (n - 1) + col;
  if (row < n && col < n) out[at] = row * 32 + col;
}
