// A branch with a barrier that work-items do not leave together gets one at its end, met by the whole group, and one
// behind it, if they may part there.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json
// META-NOT: "transformed": true

// CHECK-LABEL: @marked
// CHECK: call spir_func void @_Z7barrierj(i32 noundef 2){{.*}} !lockstep.site
// CHECK: store i32 1, {{i32|ptr}} addrspace(1){{[*]?}}
// CHECK: call spir_func void @_Z7barrierj(i32 0)
// CHECK-NEXT: br label %[[JOIN:.*]]
// CHECK: [[JOIN]]:
// CHECK-NEXT: call spir_func void @_Z7barrierj(i32 0)
// CHECK-NOT: barrierj
// CHECK: ret void
kernel void marked(global int *a) {
  if (get_group_id(0) == 0) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) a[0] = 1;
  }
  a[get_global_id(0) + 1] = 2;
}

// Nobody can part behind the last barrier, or there is no other way round the barrier.
// CHECK-LABEL: @together
// CHECK-NOT: barrierj(i32 0)
// CHECK: ret void
kernel void together(global int *a, int n) {
  if (get_group_id(0) == 0) {
    if (get_local_id(0) == 0) a[0] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  for (int i = 0; i < n; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) a[1] = i;
  }
}

// Behind a branch in a branch, and at the end of the outer one; not where nobody parts any more.
// CHECK-LABEL: @nested
// CHECK: barrierj(i32 noundef 2)
// CHECK: call spir_func void @_Z7barrierj(i32 0)
// CHECK: store i32 1
// CHECK: call spir_func void @_Z7barrierj(i32 0)
// CHECK-NOT: barrierj
// CHECK: ret void
kernel void nested(global int *a, int n, int m) {
  if (m) {
    if (n) barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) a[0] = 1;
  }
}

// A loop that the group goes round together, in a kernel that has a barrier.
// CHECK-LABEL: @loop
// CHECK: call spir_func void @_Z7barrierj(i32 0)
// CHECK: ret void
kernel void loop(global int *a, int n) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (n > 3) {
    for (int i = 0; i < n; ++i) a[get_global_id(0)] += i;
    if (get_local_id(0) == 0) a[0] = 1;
  }
}

// In a branch with a barrier what parts work-items is decided where it is asked, even if it was known before.
// CHECK-LABEL: @tests
// CHECK: icmp eq i64 {{.*}}, 1
// CHECK-NEXT: xor i1
// CHECK-NEXT: br i1
// CHECK: barrierj(i32 noundef 2)
// CHECK: ret void
kernel void tests(global int *a) {
  const bool third = get_local_id(0) == 3;
  if (third) a[2] = 1;
  if (get_group_id(0) == 0) {
    if (third) a[3] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[get_local_id(0) + 4] = 2;
  }
}
