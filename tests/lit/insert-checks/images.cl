// Coordinate, colour and sampler of an image access go to the library as they are; an image that is
// only read is not checked.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --variant=full %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks %t.ll -o - | FileCheck --check-prefix=DEFAULT %s
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void k(read_only image2d_array_t in, sampler_t s, write_only image1d_t out) {
  int i = get_global_id(0);
  float4 v = read_imagef(in, edge, (int4)(i, 1, 2, 3));
  v += read_imagef(in, s, (float4)(i, 1, 2, 3));
  v += read_imagef(in, (int4)(i, 1, 2, 3));
  write_imagef(out, i, v);
}
// CHECK: call spir_func void @__lockstep_image_read({{.*}} i32 0, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 18, i32 1,
// CHECK: call spir_func void @__lockstep_image_sample({{.*}} i32 0, float {{%.*}}, float {{%.*}}, float {{%.*}}, i32 -2147483647, i32 2,
// CHECK: call spir_func void @__lockstep_image_read({{.*}} i32 0, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 256, i32 3,
// CHECK: call spir_func void @__lockstep_image_write({{.*}} i32 2, i32 {{%.*}}, i32 0, i32 0, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 {{%.*}}, i32 4,
// DEFAULT-NOT: @__lockstep_image_read
// DEFAULT: call spir_func void @__lockstep_image_write
