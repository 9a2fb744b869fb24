//lockstep: race read-write inter-group global same-value-then-read.cl:7 same-value-then-read.cl:8
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, the read may come before any write
// All write the same, which is hidden; reading it while others write is a race all the same.
// A cell lets a work-item's write stand for its read of the same byte too: the read is shown all the same.
kernel void k(global int *flag, global int *out) {
  *flag = 1;
  out[get_global_id(0)] = *flag;
}
//covers: update-shown
