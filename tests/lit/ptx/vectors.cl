// Vector loads and stores, also of halves, of every address space; nothing is left to functions that libclc lacks.
// RUN: %run_cc --backend=ptx --emit=bc --output=- %s -cl-std=CL1.2 | FileCheck %s
// RUN: %run_cc --backend=ptx-cuda --emit=plain --output=- %s -cl-std=CL1.2 | FileCheck %s
// CHECK-NOT: {{_Z.*(vload|vstore)}}
constant float table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
// CHECK-LABEL: .entry loads(
kernel void loads(global float *g, local float *l, constant float *c, global float *out, int n) {
  float p[8];
  for (int i = 0; i < 8; ++i) p[i] = g[i + n];
  // CHECK-DAG: ld.local.f32
  // CHECK-DAG: ld.shared.f32
  // CHECK-DAG: ld.global.f32
  // CHECK-NOT: {{_Z.*(vload|vstore)}}
  vstore4(vload4(n, g), 0, out);
  vstore4(vload4(n, l), 1, out);
  vstore4(vload4(n, c), 2, out);
  vstore4(vload4(n & 1, p), 3, out);
  vstore4(vload4(n & 1, table), 4, out);
}
// CHECK-LABEL: .entry stores(
kernel void stores(global float *g, local float *l, global float4 *in, int n) {
  float p[8];
  // CHECK-DAG: st.local.f32
  // CHECK-DAG: st.shared.f32
  // CHECK-DAG: st.global.f32
  // CHECK-NOT: {{_Z.*(vload|vstore)}}
  vstore4(in[0], n, l);
  vstore3(in[1].xyz, n & 1, p);
  vstore2(in[2].xy, n, g);
  g[100] = p[n & 7] + l[n];
}
// CHECK-LABEL: .entry halves(
kernel void halves(global half *g, local half *l, constant half *c, global float4 *out, int n) {
  // CHECK-DAG: cvt.f32.f16
  // CHECK-DAG: cvt.rn.f16.f32
  // CHECK-NOT: {{_Z.*(vload|vstore)}}
  out[0] = vload_half4(n, g);
  out[1] = vload_half4(n, l);
  out[2] = vload_half4(n, c);
  vstore_half4(out[0], n, g);
  vstore_half2_rte(out[1].xy, n, l);
  vstorea_half4(out[2], n, g);
}
