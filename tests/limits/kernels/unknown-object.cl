//says: accesses outside every known memory object
//launch: kernel=k global=4 local=1 arg=0:buffer,4*int
constant int table[4] = {1, 2, 3, 4};
kernel void k(global int *a) {
  global int *from = (global int *)(ulong)table;
  a[get_global_id(0)] = from[get_global_id(0)];
}
