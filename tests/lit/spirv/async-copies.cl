// The copies are made by the device library, and events are its numbers: nothing is left of OpTypeEvent, which no
// number converts to, nor of the generic pointer that a list of events is passed by.
// RUN: %run_cc --backend=spirv --output=%t %s
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=META
// RUN: sed 1,2d %t > %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis --no-header %t.spv | FileCheck %s
// META: "name":"k","instrumented":true
// CHECK: OpEntryPoint Kernel %{{[^ ]*}} "k"
// CHECK-NOT: OpTypeEvent
// CHECK-NOT: OpPtrCastToGeneric
// CHECK-NOT: OpGroupAsyncCopy
// CHECK-NOT: OpGroupWaitEvents
kernel void k(global int *a, local int *t) {
  event_t e[2];
  e[0] = async_work_group_copy(t, a, 16, 0);
  e[1] = async_work_group_strided_copy(t + 16, a, 16, 2, 0);
  wait_group_events(2, e);
  a[get_global_id(0)] = t[0];
}
