//values: OUT=CLK_IMAGE_MEM_FENCE|CLK_GLOBAL_MEM_FENCE IN=CLK_IMAGE_MEM_FENCE|CLK_GLOBAL_MEM_FENCE
//values: BEFORE=memory_order_release BEHIND=memory_order_acquire FROM=memory_scope_device TO=memory_scope_device
//values: STORE=memory_scope_device LOAD=memory_scope_device
//weaken: clean, what orders global memory orders images: OUT=CLK_GLOBAL_MEM_FENCE; IN=CLK_GLOBAL_MEM_FENCE
//weaken: clean, only the texel needs an order: OUT=CLK_IMAGE_MEM_FENCE; IN=CLK_IMAGE_MEM_FENCE
//weaken: read-write inter-group global: OUT=CLK_LOCAL_MEM_FENCE; IN=CLK_LOCAL_MEM_FENCE
//weaken: read-write inter-group global: BEFORE=memory_order_relaxed; BEHIND=memory_order_relaxed
//weaken: read-write inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//weaken: scope inter-group global: STORE=memory_scope_work_group; LOAD=memory_scope_work_group
//launch: kernel=k global=2 local=1 arg=0:image2d,4x4,r:int,zeros:int arg=1:same:0 arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int
// A texel handed on behind a flag: fences that name images order it.
kernel void k@(write_only image2d_t to, read_only image2d_t from, global atomic_int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    write_imagei(to, (int2)(1, 1), (int4)(42));
    atomic_work_item_fence($OUT, $BEFORE, $FROM);
    atomic_store_explicit(flag, 1, memory_order_relaxed, $STORE);
  } else {
    int seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i)
      seen = atomic_load_explicit(flag, memory_order_relaxed, $LOAD);
    atomic_work_item_fence($IN, $BEHIND, $TO);
    if (seen) *out = read_imagei(from, (int2)(1, 1)).x;
  }
}
//covers: sync-images
