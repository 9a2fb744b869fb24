// The image: magic, one line of JSON with the keys of docs/abi.md in their order, then bitcode.
// RUN: %run_cc --output=%t --header=given.h=%S/Inputs/given.h %s -I %S/Inputs
// RUN: head -1 %t | FileCheck %s --check-prefix=MAGIC
// RUN: sed -n 2p %t | FileCheck %s
// RUN: sed 1,2d %t > %t.bc
// RUN: llvm-dis %t.bc -o - | FileCheck %s --check-prefix=CODE
#include "given.h"
#include <on_disk.h>
kernel void k(global int *a, float f) {
  local int tile[4];
  tile[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[0] + ON_DISK + GIVEN + (int)f;
}
// MAGIC: {{^}}LOCKSTEP-PROGRAM 2{{$}}
// CHECK: {"abi":1,"backend":"pocl","variant":"default","build_options":"","dependencies":[
// CHECK-SAME: {"path":"{{.*}}/tools/Inputs/on_disk.h","sha256":"{{[0-9a-f]+}}"}
// CHECK-SAME: "kernels":[{"name":"k","instrumented":true,"reason":"",
// CHECK-SAME: "args":[{"index":0,"name":"a","type":"int*","space":"global","reads":false,"writes":true,"granule_shift":2,"checked":true
// CHECK-SAME: {"index":1,"name":"f","type":"float","space":"private",
// CHECK-SAME: "locals":[{"name":"tile","size":16,"granule_shift":2,"file":"cc_image.cl","line":10,
// CHECK-SAME: "barriers":1,
// CHECK-SAME: "sites":[{"id":0,"op":"none",
// CHECK-SAME: "op":"barrier",{{.*}}"line":12,"column":3,"function":"k","flags":"local"
// CODE: @k.tile = internal addrspace(3) global [4 x i32]
// CODE: define {{.*}}spir_kernel void @k(
// CODE-NOT: !dbg
// CODE-NOT: !llvm.dbg.cu
