//lockstep: race read-write intra-group global image2d-own-texel.cl:11 image2d-own-texel.cl:9
//lockstep: race read-write intra-group global image2d-own-texel.cl:11 image2d-own-texel.cl:12
//launch: kernel=k global=8,4 local=8,4 arg=0:image2d,8x4,rgba:float,iota:float
//build: -cl-std=CL3.0
//outputs: any, reads may come before or after the writes
// The fence serves the work-item that executes it, not its neighbours.
kernel void k(read_write image2d_t image) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(image, at, (float4)(at.x, at.y, 0, 1));
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  float4 back = read_imagef(image, (int2)(at.x, at.y ^ 1));
  write_imagef(image, at, back + 1);
}
//covers: image2d, image-fence, sync-images
