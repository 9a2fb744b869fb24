// Debug information goes, the positions of accesses stay with the host; doubles and structures come as they are.
// RUN: %run_cc --backend=ptx --output=%t %s -cl-std=CL1.2
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=SITES
// RUN: sed 1,2d %t | FileCheck %s
// SITES: "name":"k","instrumented":true
// SITES-DAG: "line":[[@LINE+11]]
// SITES-DAG: "line":[[@LINE+11]]
struct point { double x; char tag; };
// CHECK-NOT: {{[.]loc[^a]|[.]file|[.]section|debug_}}
// CHECK-LABEL: .entry k(
// CHECK: .param .align 8 .b8 k_param_1[16],
// CHECK-DAG: ld.global.f64
// CHECK-DAG: {{add|fma}}.rn.f64
// CHECK-DAG: st.global.f64
// CHECK-NOT: {{[.]loc[^a]|[.]file|[.]section|debug_}}
kernel void k(global double *a, struct point p) {
  double before = a[get_global_id(0) + 1];
  a[get_global_id(0)] = before + p.x + p.tag;
}
