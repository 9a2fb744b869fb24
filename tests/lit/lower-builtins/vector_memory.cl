// vload and vstore are element-aligned and touch their elements; three of them for width 3.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --strip-debug %t.ll -o - | FileCheck %s
kernel void plain(global float *f, local char *c, int i) {
  // CHECK: mul i64 %{{.*}}, 3
  // CHECK: load <3 x float>, {{<3 x float>|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 4
  float3 v = vload3(i, f);
  // CHECK: store <3 x float> %{{.*}}, {{<3 x float>|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 4
  vstore3(v, i + 1, f);
  // CHECK: load <16 x i8>, {{<16 x i8>|ptr}} addrspace(3){{[*]?}} %{{.*}}, align 1
  // CHECK: store <16 x i8> %{{.*}}, align 1
  vstore16(vload16(0, c), 1, c);
}
kernel void halves(global half *h, int i) {
  // CHECK: define{{.*}}@halves(
  // CHECK: load i16, {{i16|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 2
  // CHECK: call spir_func float @_Z10vload_halfmPKDh(i64 0, {{half[*]|ptr}} %
  float f = vload_half(i, h);
  // CHECK: call spir_func void @_Z15vstore_half_rtzfmPDh(float %{{.*}}, i64 0, {{half[*]|ptr}} %
  // CHECK: store i16 %{{.*}}, {{i16|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 2
  vstore_half_rtz(f, i, h);
  // The aligned form of width 3 steps by four elements and still writes three.
  // CHECK: mul i64 %{{.*}}, 4
  // CHECK: store <3 x i16> %{{.*}}, {{<3 x i16>|ptr}} addrspace(1){{[*]?}} %{{.*}}, align 8
  vstorea_half3((float3)f, i, h);
}
