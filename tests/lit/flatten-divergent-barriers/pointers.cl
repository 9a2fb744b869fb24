// A pointer that lives across a barrier is kept as the distance from its object, so that the
// accesses through it still belong to an argument.
// RUN: %source_ll %s | lockstep-opt --passes=prepare,add-hidden-args,count-segments,flatten-divergent-barriers,insert-checks --strip-debug --metadata=%t.json -o - - | FileCheck %s
// RUN: FileCheck %s --check-prefix=META < %t.json

// CHECK-LABEL: @pointers
// CHECK: %{{.*}}.kept = alloca i64
kernel void pointers(global int *out, local int *t) {
  global int *p = out + get_local_id(0);
  local int *q = t + get_local_id(0);
  while (*p > 2) {
    p += *p;
    barrier(CLK_GLOBAL_MEM_FENCE);
    *q = *p;
    *p = 1;
    q = t + *p;
  }
}
// CHECK: getelementptr i8, {{i8|ptr}} addrspace(1){{[*]?}} %{{.*}}, i64
// An access that may go anywhere has no roots between its size and its place.
// META-NOT: "bytes": 4,{{[[:space:]]+}}"file"
// META: "roots": [{{[[:space:]]+}}1{{[[:space:]]+}}]
// META-NOT: "bytes": 4,{{[[:space:]]+}}"file"
// META: "roots": [{{[[:space:]]+}}0{{[[:space:]]+}}]
// META-NOT: "bytes": 4,{{[[:space:]]+}}"file"
