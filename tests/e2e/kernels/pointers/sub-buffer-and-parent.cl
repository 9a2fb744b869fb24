//lockstep: race write-write inter-group global sub-buffer-and-parent.cl:7 sub-buffer-and-parent.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,512,zeros:int arg=1:sub:0:256:256
//outputs: any, two values compete for each element
kernel void k(global int *whole, global int *part) {
  int i = get_global_id(0);
  if (i & 1)
    whole[64 + i / 2] = i;
  else
    part[i / 2] = i;
}
//covers: sub-buffers
