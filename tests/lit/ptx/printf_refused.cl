// What vprintf cannot print, and how the reason says so. Numbers of another size than the conversion are no such thing.
// RUN: %run_cc --backend=ptx --output=%t %s -cl-std=CL1.2 -Wno-format
// RUN: sed -n 2p %t | FileCheck %s
// RUN: %run_cc --backend=ptx --output=%t %s -cl-std=CL1.2 -Wno-format -DSIZES
// RUN: sed -n 2p %t | FileCheck %s --check-prefix=SIZES
// RUN: not %run_cc --backend=ptx-cuda --emit=plain --output=%t %s -cl-std=CL1.2 -Wno-format 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: kernel chosen: the PTX back end has no printf whose format is no constant string
#ifdef SIZES
// SIZES-NOT: reason":"the PTX
kernel void sizes(global int *a) {
  printf("%d %ld %hhd %lu\n", get_global_id(0), a[0], 70000, a[1]);
  printf("%d extra\n", a[0], a[1]);
}
#else
// CHECK-DAG: "name":"chosen",{{.*}}the PTX back end has no printf whose format is no constant string"
kernel void chosen(global int *a) { printf(a[0] ? "%d" : "%x", a[0]); }
// CHECK-DAG: "name":"width",{{.*}}the PTX back end has no printf of '%*'"
kernel void width(global int *a) { printf("%*d", 4, a[0]); }
// CHECK-DAG: "name":"back",{{.*}}the PTX back end has no printf of '%n'"
kernel void back(global int *a) { printf("%n", a); }
// CHECK-DAG: "name":"few",{{.*}}the PTX back end has no printf of '%d' without a value"
kernel void few(global int *a) { printf("%d %d", a[0]); }
// CHECK-DAG: "name":"type",{{.*}}the PTX back end has no printf of '%d' with a value of another type"
kernel void type(global float *a) { printf("%d", a[0]); }
// CHECK-DAG: "name":"elements",{{.*}}the PTX back end has no printf of '%v2d' with a value of another type"
kernel void elements(global int4 *a) { printf("%v2d", a[0]); }
// CHECK-DAG: "name":"text",{{.*}}the PTX back end has no printf of '%s' with a value of another type"
kernel void text(global char *a) { printf("%s", a); }
// CHECK-DAG: "name":"many",{{.*}}the PTX back end has no printf of more than 32 values at a time (33)"
kernel void many(global int16 *a) { printf("%v16d %v16d %d", a[0], a[1], 3); }
void helper(constant char *format, int value) { printf(format, value); }
// CHECK-DAG: "name":"told","instrumented":true
kernel void told(global int *a) { helper("%d\n", a[0]); }
#endif
