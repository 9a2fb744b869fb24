// A plain read whose value a compare-exchange of the same bytes expects has that one's site as its guess_of.
// RUN: %source_ll %s -cl-std=CL3.0 > %t.ll
// RUN: lockstep-opt --passes=prepare,lower-builtins,add-hidden-args,insert-checks --metadata=%t.json -o /dev/null %t.ll
// RUN: FileCheck %s < %t.json
kernel void again(volatile global float *sum, global const float *in) {
  uint old;
  do old = as_uint(*sum);
  while (atomic_cmpxchg((volatile global uint *)sum, old, as_uint(as_float(old) + in[0])) != old);
}
kernel void first(volatile global uint *most, uint mine) {
  uint seen = *most, old;
  do {
    old = seen;
    seen = atomic_cmpxchg(most, old, max(old, mine));
  } while (seen != old);
}
kernel void in_variable(global atomic_uint *sum) {
  uint old = *(global uint *)sum;
  while (!atomic_compare_exchange_weak_explicit(sum, &old, old + 1, memory_order_relaxed, memory_order_relaxed,
                                                memory_scope_device)) {
  }
}
// What is read is not expected; or elsewhere.
kernel void none(volatile global uint *a, global uint *out) {
  out[0] = a[0];
  atomic_cmpxchg(a, a[0] + 1, 5u);
  atomic_cmpxchg(a, a[1], 5u);
}
// CHECK: "name": "again"
// CHECK: "op": "read"
// CHECK: "line": 7
// CHECK: "guess_of": [[EXCHANGE:[0-9]+]]
// CHECK: "id": [[EXCHANGE]],
// CHECK-NEXT: "op": "rmw"
// CHECK: "name": "first"
// CHECK: "op": "read"
// CHECK: "line": 11
// CHECK: "guess_of"
// CHECK: "name": "in_variable"
// CHECK: "op": "read"
// CHECK: "line": 18
// CHECK: "guess_of"
// CHECK: "name": "none"
// CHECK-NOT: guess_of
