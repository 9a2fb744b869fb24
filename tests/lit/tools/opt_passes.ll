; Passes by name, their metadata as JSON, an unknown name, and an input that is no IR.
; RUN: lockstep-opt --passes=prepare --metadata=%t.json -o - %s | FileCheck %s
; RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
; RUN: not lockstep-opt --passes=prepare,toast %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not lockstep-opt --passes=prepare %S/Inputs/no_ir.txt 2>&1 | FileCheck %s --check-prefix=SYNTAX
; RUN: lockstep-opt --list-passes | FileCheck %s --check-prefix=LIST
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_func void @helper(i32 addrspace(1)* %a) {
  store i32 1, i32 addrspace(1)* %a
  ret void
}

define spir_kernel void @k(i32 addrspace(1)* %a) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 !kernel_arg_name !4 {
  call spir_func void @helper(i32 addrspace(1)* %a)
  ret void
}

!0 = !{i32 1}
!1 = !{!"none"}
!2 = !{!"int*"}
!3 = !{!""}
!4 = !{!"a"}
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: store i32 1, {{i32|ptr}} addrspace(1){{[*]?}} %a
; CHECK-NEXT: ret void
; JSON: "name": "k"
; UNKNOWN: lockstep-opt: no pass called toast
; SYNTAX: no_ir.txt:1:1: error:
; LIST: prepare
; LIST: insert-checks
