// An image function that is called more than once is called in one place; one that is called once stays.
// RUN: %run_cc --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK-LABEL: void @twice(
// CHECK-COUNT-2: call spir_func <4 x i32> @__lockstep_shared_Z12read_imageui
// CHECK: call spir_func void @_Z13write_imageui
// CHECK: define internal spir_func <4 x i32> @__lockstep_shared_Z12read_imageui{{.*}} #[[ATTRIBUTES:[0-9]+]]
// CHECK-NEXT: call spir_func <4 x i32> @_Z12read_imageui
// CHECK: attributes #[[ATTRIBUTES]] = {{.*}}noinline
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void twice(read_only image2d_t from, write_only image2d_t to, global int *out) {
  int i = get_global_id(0);
  uint4 both = read_imageui(from, s, (int2)(i, 0)) + read_imageui(from, s, (int2)(i, 1));
  write_imageui(to, (int2)(i, 0), both);
  out[i / 2] = both.x;
}
