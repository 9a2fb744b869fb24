//values: DATA=2
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,8,zeros:long arg=2:buffer,4,zeros:int
// Forms without order and scope are sequentially consistent, 64 bits wide, through a chosen pointer.
kernel void k@(global int *data, global atomic_long *flag, global int *out) {
  if (get_group_id(0) == 0) {
    *data = $DATA;
    atomic_fetch_max(flag, 1L);
  } else {
    long seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i) seen = atomic_load(flag);
    if (seen) *out = *data;
  }
}
