// Kernels that the back end cannot serve say why, and leave the others alone.
// RUN: %run_cc --backend=ptx --output=%t %s -cl-std=CL3.0
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t | FileCheck %s
// META: "name":"drawn","instrumented":false,"reason":"the PTX back end has no images (argument picture)"
// META: "name":"chosen","instrumented":false,"reason":"the PTX back end has no function get_sub_group_size()"
// CHECK-NOT: .entry drawn
// CHECK-NOT: .entry chosen
// CHECK: .entry served(
kernel void drawn(read_only image2d_t picture, global int4 *a) { a[0] = read_imagei(picture, (int2)(0, 0)); }
uint __attribute__((overloadable)) get_sub_group_size(void);
kernel void chosen(global uint *a) { a[0] = get_sub_group_size(); }
kernel void served(global int *a) { a[get_global_id(0)] = 1; }
