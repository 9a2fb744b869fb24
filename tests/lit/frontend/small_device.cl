// A device that our 64-bit code does not fit is refused in one line.
// RUN: not %run_cc --device-address_bits=32 %s 2>&1 | FileCheck %s
kernel void k(global int *a) { a[0] = 1; }
// CHECK: lockstep-cc: only 64-bit little-endian devices, not 32-bit little-endian ones
