// A root's granule divides every access through it, whatever else it is accessed as.
// RUN: %source_ll %s > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,insert-checks --metadata=- %t.ll | FileCheck %s
typedef struct __attribute__((packed)) { char c; int i; } Packed;
kernel void k(global double *d, global float4 *f4, global int *i, global short *s, global Packed *p,
              global ulong *untouched) {
  d[0] = 1;
  f4[0] = 1;
  f4[1] = vload4(3, (global float *)f4);
  i[0] = 1;
  ((global char *)i)[4] = 2;
  s[1] = 1;
  p[0].i = 1;
}
// CHECK: "name": "d"
// CHECK: "granule_shift": 3
// CHECK: "name": "f4"
// CHECK: "granule_shift": 2
// CHECK: "name": "i"
// CHECK: "granule_shift": 0
// CHECK: "name": "s"
// CHECK: "granule_shift": 1
// CHECK: "name": "p"
// CHECK: "granule_shift": 0
// CHECK: "name": "untouched"
// CHECK: "granule_shift": 3
