// Group functions next to barriers that the group may not share: left alone, with the reason.
// RUN: %source_ll %s -cl-std=CL3.0 | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --metadata=- - | FileCheck %s

event_t __attribute__((overloadable)) async_work_group_copy(local int *, const global int *, size_t, event_t);
// CHECK: "instrumented": false
// CHECK: "reason": "{{.*}}async_work_group_copy{{.*}}get_local_id
kernel void collective(global int *out, local int *t) {
  if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(t, (const global int *)out, 4, 0);
  wait_group_events(1, &e);
}
