//lockstep: race write-write inter-group global svm-argument.cl:6 svm-argument.cl:6
//launch: kernel=k global=32 local=1 arg=0:svm,256,zeros:int arg=1:same:0:128
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = i;
  b[i / 2] = i;
}
//covers: svm
