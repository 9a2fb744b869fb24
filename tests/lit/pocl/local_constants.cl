// Addresses of local variables are computed by instructions, also where LLVM has made a constant of the difference of
// two: PoCL crashes on some such constants.
// RUN: %run_cc --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// CHECK-LABEL: spir_kernel void @k(
// CHECK-NOT: ptrtoint ({{\[8 x i32\]|ptr}} addrspace(3){{[*]?}}
// CHECK-NOT: getelementptr inbounds ([8 x i32], {{\[8 x i32\]|ptr}} addrspace(3){{[*]?}}
// CHECK: ret void
kernel void k(global int *a) {
  local int t[8];
  t[0] = 1;
  t[3] = a[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[3] + t[0];
}
