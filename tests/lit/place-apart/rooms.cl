// A twin of variant `apart` takes no local memory: where work-items of a group run one after the other it has a room in
// global memory, entered before anything else and left at each end.
// RUN: %source_ll --variant=apart %s > %t.ll
// RUN: lockstep-opt --variant=apart --passes=all --strip-debug %t.ll -o - | FileCheck %s
// RUN: lockstep-opt --variant=full --passes=all --strip-debug %t.ll -o - | FileCheck --check-prefix=FULL %s
// RUN: lockstep-opt --variant=apart --backend=ptx --passes=all --strip-debug %t.ll -o - | FileCheck --check-prefix=PTX %s
kernel void k(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t[l] == 3) return;
  a[l] = t[l + 1];
}
// CHECK: define{{.*}}@k({{.*}}addrspace(1){{[^,]*}} %lockstep.local)
// CHECK-SAME: !kernel_arg_addr_space [[SPACES:![0-9]+]]
// CHECK: %lockstep.room = call spir_func{{.*}}@__lockstep_enter_room({{.*}}%lockstep.control, {{.*}}%lockstep.local)
// CHECK: call{{.*}}@__lockstep_enter({{.*}}%lockstep.room)
// CHECK: call spir_func void @__lockstep_leave_room({{.*}}%lockstep.control, {{.*}}%lockstep.local, {{.*}}%lockstep.room)
// CHECK-NEXT: ret void
// CHECK-NOT: ret void
// CHECK: [[SPACES]] = !{i32 1, i32 3, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1}
// FULL-NOT: _room
// FULL: addrspace(3){{[^,]*}} %lockstep.local)
// PTX: addrspace(1){{[^,]*}} %lockstep.local)
// PTX-NOT: _room
// PTX: call{{.*}}@__lockstep_enter_slab({{.*}}null)
