// Variant default leaves out what the kernel never writes; variant full checks all.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks %t.ll -o - --metadata=%t.json | FileCheck %s --check-prefix=DEFAULT
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --variant=full %t.ll -o - | FileCheck %s --check-prefix=FULL
kernel void k(global const int *in, global int *out, constant int *table) {
  out[0] = in[0] + table[0];
}
// DEFAULT-NOT: call{{.*}}_read(
// DEFAULT: call{{.*}}@__lockstep_global_write({{.*}}, i32 1, i64 {{[%0-9]}}
// DEFAULT-NOT: call{{.*}}_read(
// FULL: call{{.*}}@__lockstep_global_read({{.*}}, i32 0, i64 {{[%0-9]}}
// FULL-NOT: call{{.*}}_read(
// FULL: call{{.*}}@__lockstep_global_write({{.*}}, i32 1, i64 {{[%0-9]}}
// JSON: "name": "in"
// JSON: "checked": false
// JSON: "name": "out"
// JSON: "checked": true
// JSON: "name": "table"
// JSON: "space": "constant"
// JSON: "checked": false
