// half_* functions of up to four floats are called where PoCL has them; a wider one costs its kernel. (The library here
// lacks nothing else.)
// RUN: env LOCKSTEP_POCL_DATA=%t.none %run_cc --emit=bc --output=%t.all.bc %s
// RUN: llvm-nm -u -j %t.all.bc | grep -v half_cosDv8 | sed -e 's/.*/define void @"&"() { ret void }/' -e '1i target datalayout = "e"\ntarget triple = "x86_64-pc-linux-gnu"' > %t.ll
// RUN: mkdir -p %t.lib
// RUN: llvm-as %t.ll -o %t.lib/kernel-some.bc
// RUN: env LOCKSTEP_POCL_DATA=%t.lib %run_cc --emit=ll --output=%t %s
// RUN: FileCheck %s --input-file=%t
// RUN: env LOCKSTEP_POCL_DATA=%t.lib %image %s | sed -n 2p | FileCheck %s --check-prefix=JSON
kernel void narrow(global float *a, global float2 *b) {
  a[0] = half_powr(a[1], a[2]);
  b[0] = half_cos(b[1]);
}
kernel void wide(global float8 *a) { a[0] = half_cos(a[1]); }
// CHECK-LABEL: spir_kernel void @narrow(
// CHECK: call float @_Z13_cl_half_powrff(float %{{.*}}, float %{{.*}})
// CHECK: [[CAST:%.*]] = bitcast <2 x float> %{{.*}} to double
// CHECK: [[RESULT:%.*]] = call double @_Z12_cl_half_cosDv2_f(double [[CAST]])
// CHECK: bitcast double [[RESULT]] to <2 x float>
// JSON: "name":"wide","instrumented":false,"reason":"PoCL's SPIR library has no function _Z8half_cosDv8_f"
