// What lockstep/rsp.clh makes of remote operations for compilers that know nothing of them: ordinary
// operations, and no narrow scope (1) left on either side, barriers and fences included.
// RUN: clang -x cl -cl-std=CL3.0 -target spir64-unknown-unknown -Xclang -finclude-default-header -I %include_dir -O1 -S -emit-llvm %s -o - | FileCheck --check-prefixes=CHECK,DEVICE %s
// RUN: clang -x cl -cl-std=CL3.0 -target spir64-unknown-unknown -Xclang -finclude-default-header -I %include_dir -O1 -S -emit-llvm -DLOCKSTEP_RSP_ALL_DEVICES %s -o - | FileCheck --check-prefixes=CHECK,ALL %s
// RUN: not clang -x cl -cl-std=CL3.0 -target spir64-unknown-unknown -Xclang -finclude-default-header -I %include_dir -S -emit-llvm -DFURTHER %s -o %t.ll 2>&1 | FileCheck --check-prefix=FURTHER %s
// RUN: not clang -x cl -cl-std=CL1.2 -target spir64-unknown-unknown -Xclang -finclude-default-header -I %include_dir -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=OLD %s
// OLD: needs OpenCL C 2.0 or later
#include <lockstep/rsp.clh>
kernel void k(global atomic_int *a, local int *l) {
  // CHECK: call {{.*}}atomic_store_explicit{{.*}}, i32 {{.*}}1, i32 {{.*}}3, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  atomic_store_explicit(a, 1, memory_order_release, memory_scope_work_group);
  // CHECK: call {{.*}}atomic_fetch_add_explicit{{.*}}, i32 {{.*}}7, i32 {{.*}}4, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  atomic_fetch_add_explicit_remote(a, 7, memory_order_acq_rel, memory_scope_device);
  // CHECK: call {{.*}}atomic_work_item_fence{{.*}}(i32 {{.*}}1, i32 {{.*}}3, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  // CHECK: call {{.*}}work_group_barrier{{.*}}(i32 {{.*}}1, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  // CHECK: call {{.*}}atomic_work_item_fence{{.*}}(i32 {{.*}}1, i32 {{.*}}2, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  barrier(CLK_LOCAL_MEM_FENCE);
  // CHECK: call {{.*}}work_group_barrier{{.*}}(i32 {{.*}}2, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  // CHECK: call {{.*}}atomic_work_item_fence{{.*}}(i32 {{.*}}2, i32 {{.*}}4, i32
  // DEVICE-SAME: 2)
  // ALL-SAME: 3)
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#ifdef FURTHER
  // FURTHER: for_memory_scope_all_svm_devices_define_LOCKSTEP_RSP_ALL_DEVICES_before_rsp_clh
  atomic_load_explicit_remote(a, memory_order_acquire, memory_scope_all_svm_devices);
#endif
}
