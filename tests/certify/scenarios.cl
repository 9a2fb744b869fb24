// The kernels of scenarios.py. None of them can be pruned as a whole: certificates must decide.
kernel void reduce(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) t[l] += t[(l + s) ^ 0];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) a[get_group_id(0) * get_local_size(0)] = t[0];
}
kernel void by_global_size(global int *a) {
  if (get_global_size(0) > 64) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
kernel void by_group_size(global int *a) {
  if (get_local_size(0) == 16) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
kernel void by_offset(global int *a) {
  if (get_global_offset(0) == 8) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
kernel void by_scalar(global int *a, int n) {
  if (n == 7) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
kernel void by_float(global int *a, float x) {
  if (x > 0.5f) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
typedef struct { int n; float x; } pair;
kernel void by_struct(global int *a, pair p) {
  if (p.n == 7) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
kernel void by_alias(global int *a, global const int *b) { a[get_global_id(0) ^ 1] = b[get_global_id(0)]; }
kernel void by_overlap(global int *a, global int *b) {
  a[get_global_id(0) ^ 1] = get_global_id(0);
  b[get_global_id(0) ^ 1] = 2 * get_global_id(0);
}
kernel void by_null(global int *a, global int *b) {
  if (b == 0) a[200] = get_global_id(0);
  a[get_global_id(0) ^ 1] = 1;
}
kernel void address(global int *a, global const int *b) { a[b[get_global_id(0)]] = get_global_id(0); }
kernel void branch(global int *a, global const int *b) {
  if (b[get_global_id(0)] == 1) a[200] = get_global_id(0);
}
kernel void trips(global int *a, global const int *b) {
  for (int i = 0; i < b[get_global_id(0)]; ++i) a[get_global_id(0) + i] = get_global_id(0);
}
kernel void real_branch(global int *a, global const float *b) {
  if (b[get_global_id(0)] > 0.5f) a[200] = get_global_id(0);
}
kernel void same_value(global int *a, global const int *b) { a[0] = b[get_global_id(0)]; }
kernel void value_only(global int *a, global const int *b) {
  a[get_global_id(0) ^ 1] = max(b[get_global_id(0)], 0);
}
// Reads a few words beyond its memory.
kernel void outside(global int *a) { a[get_global_id(0) ^ 1] = a[(get_global_id(0) ^ 1) + 200]; }
kernel void counter(global int *a) { atomic_add(a, 1); }
kernel void ticket(global int *a, global int *b) { a[atomic_add(b, 1) & 63] = get_global_id(0); }
kernel void local_address(global int *a, global const int *b, local int *t) {
  t[get_local_id(0)] = b[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t[get_local_id(0)] + 64 * get_group_id(0)] = get_local_id(0);
}
kernel void texel(write_only image2d_t i, global const int *b) {
  write_imagef(i, (int2)(b[get_global_id(0)], 0), (float4)((float)get_global_id(0)));
}
kernel void copied(global int *a, local int *t, global const int *b) {
  t[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(a + b[get_group_id(0)], t, 32, 0);
  wait_group_events(1, &e);
}
kernel void never_waited(global int *a) { a[(get_global_id(0) ^ 1)] = 1; }
