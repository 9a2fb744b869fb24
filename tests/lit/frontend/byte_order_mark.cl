kernel void first(global int *a) { a[0] = 1; }
// A byte order mark at the start of a source or header is no character of it.
// RUN: %source_ll %s | FileCheck %s
// CHECK: @first
