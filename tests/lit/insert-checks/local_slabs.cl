// Where work-items of a group run together the records of local memory lie in the global planes: each group takes a
// slab, and whoever is the last of it gives it back (device-lib/slab.h).
// RUN: %source_ll %s | lockstep-opt --backend=spirv --passes=prepare,add-hidden-args,count-segments,insert-checks --strip-debug -o - - | FileCheck %s

// CHECK-LABEL: @k(
// CHECK: call{{.*}}@__lockstep_enter_slab({{[^,]*}} %lockstep.control, {{[^,]*}} %lockstep.heads, {{[^,]*}} %lockstep.local)
// CHECK-NEXT: call{{.*}}barrier{{.*}}(i32 1)
// CHECK-NEXT: call{{.*}}@__lockstep_empty_slab({{[^,]*}} %lockstep.control, {{[^,]*}} %lockstep.heads, {{[^,]*}} %lockstep.local)
// CHECK-NEXT: call{{.*}}barrier{{.*}}(i32 3)
// CHECK: call{{.*}}@__lockstep_local_write({{[^,]*}} %lockstep.control, {{[^,]*}} %lockstep.heads, {{[^,]*}} %lockstep.values, {{[^,]*}} %lockstep.more, {{[^,]*}} %lockstep.log, {{[^,]*}} %lockstep.local, i32 1,
// CHECK: call{{.*}}@__lockstep_leave_slab({{[^,]*}} %lockstep.control, {{[^,]*}} %lockstep.heads, {{[^,]*}} %lockstep.local)
// CHECK-NEXT: ret void
kernel void k(global int *a) {
  local int tile[64];
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[63 - get_local_id(0)];
}

// No local memory: nothing to take.
// CHECK-LABEL: @without(
// CHECK-NOT: slab
// CHECK: ret void
kernel void without(global int *a) { a[get_global_id(0)] += 1; }
