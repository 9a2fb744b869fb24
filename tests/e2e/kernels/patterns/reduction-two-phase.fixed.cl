//lockstep: clean
//launch: kernel=first global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,20,zeros:int
//launch: kernel=second global=1 arg=0:keep:1
kernel void first(global const int *in, global int *partial) {
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += in[16 * g + i];
    partial[g] = sum + 1;
  }
}
kernel void second(global int *partial) {
  int total = 0;
  for (int i = 0; i < 4; ++i) total += partial[i];
  partial[4] = total;
}
