// Where the application turns optimisation off, checks are calls and the library is left alone.
// RUN: %run_cc --emit=ll %s -cl-opt-disable | FileCheck %s
kernel void one(global int *a) { a[0] = 1; }
// CHECK: define{{.*}}@one({{.*}} #[[KERNEL:[0-9]+]]
// CHECK: call{{.*}}@__lockstep_global_write.called(
// CHECK: define internal{{.*}}@__lockstep_global_slow({{.*}} #[[LIBRARY:[0-9]+]]
// CHECK: define internal{{.*}}@__lockstep_global_write.called({{.*}} #[[LIBRARY]]
// CHECK-DAG: attributes #[[KERNEL]] = { {{(convergent )?}}{{(noinline )?}}norecurse nounwind{{ }}
// CHECK-DAG: attributes #[[LIBRARY]] = {{.*}}noinline{{.*}}optnone
