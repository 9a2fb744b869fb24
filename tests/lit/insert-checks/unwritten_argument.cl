// Variant default leaves out what the kernel never writes, bounds looks only where reads of it go; full checks all.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks %t.ll -o - --metadata=%t.json | FileCheck %s --check-prefix=DEFAULT
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --variant=full %t.ll -o - | FileCheck %s --check-prefix=FULL
// RUN: lockstep-opt --passes=prepare,add-hidden-args,insert-checks --variant=bounds %t.ll -o - | FileCheck %s --check-prefix=BOUNDS
kernel void k(global const int *in, global int *out, constant int *table) {
  out[0] = in[0] + table[0];
}
// DEFAULT-NOT: call{{.*}}_read(
// DEFAULT: call{{.*}}@__lockstep_global_write({{.*}}, i32 1, i64 {{[%0-9]}}
// DEFAULT-NOT: call{{.*}}_read(
// FULL: call{{.*}}@__lockstep_global_read({{.*}}, i32 0, i64 {{[%0-9]}}
// FULL: call{{.*}}@__lockstep_global_read({{.*}}, i32 2, i64 {{[%0-9]}}
// FULL-NOT: call{{.*}}_read(
// FULL: call{{.*}}@__lockstep_global_write({{.*}}, i32 1, i64 {{[%0-9]}}
// BOUNDS: call{{.*}}@__lockstep_global_bounds({{.*}}, i32 0, i64 {{[%0-9]}}
// BOUNDS: call{{.*}}@__lockstep_global_bounds({{.*}}, i32 2, i64 {{[%0-9]}}
// BOUNDS: call{{.*}}@__lockstep_global_write({{.*}}, i32 1, i64 {{[%0-9]}}
// JSON: "name": "in"
// JSON: "checked": false
// JSON: "name": "out"
// JSON: "checked": true
// JSON: "name": "table"
// JSON: "space": "constant"
// JSON: "checked": false
