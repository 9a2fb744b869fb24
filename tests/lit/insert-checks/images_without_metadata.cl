// Code that comes as bitcode or SPIR-V may say nothing of its arguments: an image is known by its type.
// RUN: %source_ll %s | sed 's/ !kernel_arg_[a-z_]* ![0-9]*//g' > %t.ll
// RUN: not grep kernel_arg_base_type.*! %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,count-segments,insert-checks %t.ll -o - | FileCheck %s
kernel void k(write_only image1d_t out) {
  write_imagef(out, 0, (float4)(1));
}
// CHECK: call spir_func void @__lockstep_image_write({{.*}} i32 0,
