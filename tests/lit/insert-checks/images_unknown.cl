// A form of image access that nobody takes apart, such as one with a level of detail, is not checked, and that is said.
// (No driver here has such forms, so that no kernel with one can be run.)
// RUN: %source_ll %s | lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks --variant=full --metadata=%t.json -o %t.ll -
// RUN: FileCheck %s < %t.json
// RUN: FileCheck --check-prefix=CODE %s < %t.ll
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
float4 __attribute__((overloadable)) read_imagef(read_only image2d_t, sampler_t, float2, float level);

// CHECK: "name": "of_level"
// CHECK: "notes": [
// CHECK-NEXT: "some forms of image access are not checked"
// CODE-LABEL: @of_level
// CODE-NOT: @__lockstep_image_
// CODE: ret void
kernel void of_level(read_only image2d_t in, global float4 *out) {
  out[get_global_id(0)] = read_imagef(in, edge, (float2)(1, 2), 1.0f);
}

// CHECK: "name": "plain"
// CHECK: "notes": []
// CODE-LABEL: @plain
// CODE: @__lockstep_image_write
kernel void plain(write_only image2d_t out) {
  write_imagef(out, (int2)(1, 2), (float4)(1));
}
// covers: image-multisampled
