// printf is the driver's vprintf, whose values lie one behind the other in local memory.
// RUN: %run_cc --backend=ptx --emit=bc --output=- %s -cl-std=CL1.2 | FileCheck %s
// RUN: %run_cc --backend=ptx-cuda --emit=bc --output=- %s -cl-std=CL1.2 | FileCheck %s
// RUN: %run_cc --backend=ptx-cuda --emit=plain --output=- %s -cl-std=CL1.2 | FileCheck %s --check-prefix=PLAIN
// PLAIN: .extern .func (.param .b32 func_retval0) vprintf
// CHECK: .extern .func (.param .b32 func_retval0) vprintf
// CHECK: .param .b64 vprintf_param_0,
// CHECK: .param .b64 vprintf_param_1
// The formats (LLVM 19 leaves out the zeros at an array's end): "%d\n", then "%f,%f %d,%d,%d %6.2f,%6.2f\n", then "%d %u %llx %s %c %p %f %%\n".
// CHECK-DAG: .b8 [[NUMBER:printf_[$]_format[$_0-9]*]][4] = {37, 100, 10{{(, 0)?}}};
// CHECK-DAG: .b8 [[VECTORS:printf_[$]_format[$_0-9]*]][27] = {37, 102, 44, 37, 102, 32, 37, 100, 44, 37, 100, 44, 37, 100, 32, 37, 54, 46, 50, 102, 44, 37, 54, 46, 50, 102{{(, 0)?}}};
// CHECK-DAG: .b8 [[MIXED:printf_[$]_format[$_0-9]*]][27] = {37, 100, 32, 37, 117, 32, 37, 108, 108, 120, 32, 37, 115, 32, 37, 99, 32, 37, 112, 32, 37, 102, 32, 37, 37, 10{{(, 0)?}}};
// CHECK-LABEL: .entry one(
kernel void one(global int *a) {
  // CHECK: .local .align 8 .b8 __local_depot[[#]][8];
  // CHECK: cvta.local.u64 %SP, %SPL;
  // CHECK: add.u64 [[VALUES:%rd[0-9]+]], %SP, 0;
  // CHECK: add.u64 [[LOCAL:%rd[0-9]+]], %SPL, 0;
  // CHECK: st.local.u32 {{\[}}[[LOCAL]]], %r
  // CHECK: mov.u64 [[TEXT:%rd[0-9]+]], [[NUMBER]];
  // CHECK: cvta.global.u64 [[GENERIC:%rd[0-9]+]], [[TEXT]];
  // CHECK: st.param.b64 [param0+0], [[GENERIC]];
  // CHECK: st.param.b64 [param1+0], [[VALUES]];
  // CHECK: call.uni (retval0),
  // CHECK-NEXT: vprintf,
  printf("%d\n", a[0]);
}
// CHECK-LABEL: .entry vectors(
kernel void vectors(global float2 *f, global char *c) {
  // CHECK: .b8 __local_depot[[#]][48];
  // CHECK-DAG: st.local.f64 [%rd{{[0-9]+}}+8], %fd
  // CHECK-DAG: st.local.v2.u32 [%rd{{[0-9]+}}+16], {%r
  // CHECK-DAG: st.local.u32 [%rd{{[0-9]+}}+24], %r
  // CHECK-DAG: st.local.f64 [%rd{{[0-9]+}}+40], %fd
  // CHECK: [[VECTORS]];
  printf("%v2hlf %v3hhd %6.2v2f", f[0], vload3(0, c), f[1]);
}
// CHECK-LABEL: .entry mixed(
kernel void mixed(global char *c, local long *l, global int *result) {
  // CHECK: .b8 __local_depot[[#]][48];
  // CHECK: [[MIXED]];
  // CHECK: ld.param.b32 [[TOLD:%r[0-9]+]], [retval0+0];
  // CHECK: shr.s32 %r{{[0-9]+}}, [[TOLD]], 31;
  result[0] = printf("%hd %hhu %lx %s %c %p %F %%\n", c[0], c[1], l[0], c[2] ? "yes" : "no", c[3], l, 0.5f * c[4]);
}
// A second format of the same text is the same; the values of both calls have the same place.
// CHECK-LABEL: .entry twice(
kernel void twice(global int *a) {
  // CHECK: .b8 __local_depot[[#]][8];
  // CHECK: [[NUMBER]];
  printf("%d\n", a[0]);
  printf("%d\n", a[1]);
  printf("%ld\n", (long)a[1]);
}
