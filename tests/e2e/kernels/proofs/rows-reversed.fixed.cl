//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,1024,iota:int arg=1:int:8
//pruned: 1
// Each turns a row round, from both ends to the middle.
kernel void k(global int* a, int n) {
  int left = get_global_id(0) * n, right = left + n - 1;
  while (left < right) {
    int first = a[left];
    a[left] = a[right];
    a[right] = first;
    ++left;
    --right;
  }
}
