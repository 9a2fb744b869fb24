; The same passes inside opt, one by one and all together.
; RUN: %opt -load-pass-plugin %plugin -passes=lockstep-prepare,lockstep-add-hidden-args -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin %plugin -passes=lockstep -S %s | FileCheck %s
; RUN: not %opt -load-pass-plugin %plugin -passes=lockstep-toast -S %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 addrspace(1)* %a) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !3 !kernel_arg_name !4 {
  store i32 1, i32 addrspace(1)* %a
  ret void
}

!0 = !{i32 1}
!1 = !{!"none"}
!2 = !{!"int*"}
!3 = !{!""}
!4 = !{!"a"}
; CHECK: define spir_kernel void @k({{i32|ptr}} addrspace(1){{[*]?}} %a, {{.*}}%lockstep.control, {{.*}}%lockstep.local)
; UNKNOWN: unknown {{.*}}'lockstep-toast'
