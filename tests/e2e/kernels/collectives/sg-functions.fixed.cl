//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=16,6 local=4,3 arg=0:buffer,384,random:3:int arg=1:buffer,384,random:5:float arg=2:buffer,768,random:7:long arg=3:buffer,3072,zeros:int arg=4:buffer,3072,zeros:float arg=5:buffer,4608,zeros:long
//launch: kernel=k global=96,1 local=32,1 arg=0:buffer,384,random:3:int arg=1:buffer,384,random:5:float arg=2:buffer,768,random:7:long arg=3:buffer,3072,zeros:int arg=4:buffer,3072,zeros:float arg=5:buffer,4608,zeros:long
// What they compute: of each type and operation, in one sub-group of a group and in several. Sums of floats depend on the order.
kernel void k(global const int *i, global const float *f, global const long *l, global int *is, global float *fs,
              global long *ls) {
  size_t me = get_global_id(0) + get_global_size(0) * get_global_id(1);
  int x = i[me];
  is += 8 * me;
  is[0] = sub_group_all(x > -1000000000);
  is[1] = sub_group_any(x > 1000000000);
  is[2] = sub_group_reduce_add(x);
  is[3] = sub_group_reduce_min(x);
  is[4] = sub_group_scan_inclusive_max(x);
  is[5] = sub_group_scan_exclusive_min(x);
  is[6] = (int)sub_group_reduce_max((uint)x);
  is[7] = (int)sub_group_scan_exclusive_max((uint)x);
  float y = f[me];
  fs += 8 * me;
  fs[0] = sub_group_reduce_add(y);
  fs[1] = sub_group_reduce_max(y);
  fs[2] = sub_group_scan_inclusive_add(y);
  fs[3] = sub_group_scan_exclusive_add(y);
  fs[4] = sub_group_scan_exclusive_max(y);
  fs[5] = sub_group_scan_inclusive_min(y);
  fs[6] = sub_group_broadcast(y, 3u);
  fs[7] = (float)sub_group_reduce_add((double)y / 3);
  long z = l[me];
  ls += 6 * me;
  ls[0] = sub_group_reduce_add(z);
  ls[1] = sub_group_scan_exclusive_min(z);
  ls[2] = (long)sub_group_scan_inclusive_add((ulong)z);
  ls[3] = (long)sub_group_reduce_min((ulong)z);
  ls[4] = (long)(sub_group_scan_exclusive_add((double)z / 7) * 3);
  ls[5] = get_sub_group_id() * 10000 + get_sub_group_size() * 100 + get_sub_group_local_id();
}
//covers: sub-group-functions
