// A racy kernel and its repaired twin, for programs that come as bitcode or SPIR-V.
kernel void racy(global int* a, local int* t) {
  const int l = get_local_id(0);
  t[l] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l ^ 1];
  atomic_add(a + 15, 1);
}
kernel void fixed(global int* a, local int* t) {
  const int l = get_local_id(0);
  t[l] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[l ^ 1];
}
