// What SPIR-V has instructions for from 1.3 on is translated, and raises the version of its program alone.
// RUN: %run_cc --backend=spirv --output=%t %s -DNEWER
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val --target-env spv1.3 %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=NEWER
// RUN: %run_cc --backend=spirv --output=%t %s
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=OLDER
// META: "name":"usual","instrumented":true
// META: "name":"shuffled","instrumented":true
// NEWER: ; Version: 1.3
// NEWER: OpGroupNonUniformShuffle
// NEWER: OpGroupNonUniformBallot
// OLDER: ; Version: 1.0
kernel void usual(global int *a, global int *b) { a[b[get_global_id(0)]] = b[get_global_id(0)]; }
#ifdef NEWER
int __attribute__((overloadable)) sub_group_shuffle(int, uint);
uint4 __attribute__((overloadable)) sub_group_ballot(int);
kernel void shuffled(global int *a) {
  int i = sub_group_shuffle(a[get_global_id(0)], 3u) + sub_group_ballot(a[get_global_id(0)] > 3).x;
  a[i] = get_global_id(0);
}
#endif
