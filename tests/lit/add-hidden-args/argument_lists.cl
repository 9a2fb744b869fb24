// Lists of a module that comes as SPIR-V: decorations of the parameters grow with them, or LLVM's translator ends the
// process; what no reader of ours knows is dropped rather than left too short.
// RUN: %source_ll %s > %t.ll
// RUN: sed 's/ !kernel_arg_name / !spirv.ParameterDecorations !9990 !kernel_arg_buffer_location !9991&/' %t.ll > %t.spv.ll
// RUN: echo '!9990 = !{!9992, !9992}' >> %t.spv.ll
// RUN: echo '!9991 = !{i32 -1, i32 -1}' >> %t.spv.ll
// RUN: echo '!9992 = !{}' >> %t.spv.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args %t.spv.ll -o - | FileCheck %s
kernel void k(global int *a, int b) { a[get_global_id(0)] = b; }
// CHECK: define{{.*}}spir_kernel void @k(
// CHECK-NOT: kernel_arg_buffer_location
// CHECK: !spirv.ParameterDecorations ![[DECORATIONS:[0-9]+]]
// CHECK-NOT: kernel_arg_buffer_location
// CHECK-DAG: ![[NONE:[0-9]+]] = !{}
// CHECK-DAG: ![[DECORATIONS]] = !{![[NONE]], ![[NONE]], ![[NONE]], ![[NONE]], ![[NONE]], ![[NONE]], ![[NONE]], ![[NONE]]}
