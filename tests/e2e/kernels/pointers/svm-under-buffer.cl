//lockstep: race write-write inter-group global svm-under-buffer.cl:9 svm-under-buffer.cl:11
//launch: kernel=k global=32 local=1 arg=0:finesvm,512,zeros:int arg=1:over:0:128:256
//at: 128..191
//outputs: any, two values compete for each element
// The buffer is made over the middle of the SVM allocation.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  if (i & 1)
    a[32 + i / 2] = i;
  else
    b[i / 2] = i;
}
//covers: svm-buffer
