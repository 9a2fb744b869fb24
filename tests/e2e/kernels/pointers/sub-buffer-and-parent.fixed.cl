//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,512,zeros:int arg=1:sub:0:256:256
kernel void k(global int *whole, global int *part) {
  int i = get_global_id(0);
  if (i & 1)
    whole[64 + i] = i;
  else
    part[i] = i;
}
