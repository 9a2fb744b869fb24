// A loop without barriers that the whole group goes round together, in a branch in a loop with a barrier: PoCL would
// put a barrier into it, which it then compiles wrongly. It is made to look as if it depended on the work-item, and
// the kernel keeps its form.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=KERNEL < %t.json

// KERNEL: "transformed":{{ *}}false
// CHECK-LABEL: @k
// CHECK: [[ZERO:%.*]] = lshr i64 %{{.*}}, 32
// CHECK-NEXT: [[NEVER:%.*]] = icmp ne i64 [[ZERO]], 0
// CHECK-NEXT: [[LEAVES:%.*]] = xor i1 %{{.*}}, [[NEVER]]
// CHECK-NEXT: br i1 [[LEAVES]],
kernel void k(global int *a, global const int *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (b[i] > 3)
      for (int j = 0; j < b[i]; ++j) sum += a[j];
  }
  a[get_global_id(0)] = sum;
}
