// The kernels of equal_writes.py: work-items write what others write. `b` holds what the host puts there.
kernel void seeded(global int *a, global const int *b, local int *t, int n) {
  local int seed;
  seed = 0;
  for (int k = 0; k < 2; ++k) {
    t[get_local_id(0)] = b[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 3) seed = t[get_local_id(0) ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0) ^ 1] = seed;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void constant_value(global int *a, global const int *b, local int *t, int n) { a[0] = 7; }
kernel void argument(global int *a, global const int *b, local int *t, int n) { a[get_group_id(0)] = n; }
kernel void of_group(global int *a, global const int *b, local int *t, int n) { t[0] = 3 * get_group_id(0) + n; }

// From here on data has a part in it.
kernel void written_again(global int *a, global const int *b, local int *t, int n) {
  t[0] = 0;
  if (get_local_id(0) == 3) t[0] = b[0];
}
kernel void by_another(global int *a, global const int *b, local int *t, int n) {
  if (get_local_id(0) == 3) t[0] = b[0]; else t[0] = 0;
}
kernel void other_fence(global int *a, global const int *b, local int *t, int n) {
  t[0] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 3) t[0] = b[0];
}
kernel void next_round(global int *a, global const int *b, local int *t, int n) {
  for (int k = 0; k < 3; ++k) {
    t[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 3) t[0] = b[0];
  }
}
kernel void other_group(global int *a, global const int *b, local int *t, int n) {
  a[0] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 3) a[0] = b[0];
}
void set(local int *t, int value) { t[0] = value; }
kernel void helper(global int *a, global const int *b, local int *t, int n) {
  set(t, 0);
  if (get_local_id(0) == 3) set(t, b[0]);
}
kernel void read_as_well(global int *a, global const int *b, local int *t, int n) {
  t[0] = 0;
  a[get_global_id(0) ^ 1] = t[0];
}
