//lockstep: race same-value inter-group global same-value-shown.cl:7 same-value-shown.cl:7
//options: --same-value=report
//launch: kernel=k global=64 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,256,iota:int
// With --same-value=report the finding is shown with severity info and does not change the exit status.
kernel void k(global int *found, global int *data) {
  int i = get_global_id(0);
  if (data[i] % 10 == 7) found[0] = 1;
}
