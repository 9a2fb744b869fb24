// A second result that goes to shared memory is stored in the open; a private one stays a call.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins --strip-debug %t.ll -o - | FileCheck %s
kernel void k(global float *g, local int *l, global float4 *v) {
  // CHECK: call spir_func float @_Z5fractfPf(float %{{.*}}, {{float[*]|ptr}} %[[COPY:.*]])
  // CHECK: %[[WHOLE:.*]] = load float, {{float[*]|ptr}} %[[COPY]]
  // CHECK: store float %[[WHOLE]], {{float|ptr}} addrspace(1){{[*]?}} %g
  float f = fract(g[1], g);
  // CHECK: call spir_func float @_Z5frexpfPi(
  // CHECK: store i32 %{{.*}}, {{i32|ptr}} addrspace(3){{[*]?}} %l
  f = frexp(f, l);
  // CHECK: call spir_func <4 x float> @_Z4modfDv4_fPS_(
  // CHECK: store <4 x float> %{{.*}}, {{<4 x float>|ptr}} addrspace(1){{[*]?}}
  v[1] = modf(v[0], v);
  float mine;
  // CHECK: call spir_func float @_Z6sincosfPf(
  g[2] = sincos(f, &mine) + mine;
}
