// PoCL drops the keyword `inline`; with C99's meaning these would have no definition.
// RUN: %source_ll %s | FileCheck %s
inline int plain(int x) { return x + 1; }
static inline int local_to_file(int x) { return x + 2; }
kernel void use(global int *a) { a[0] = plain(local_to_file(a[1])); }
// CHECK-DAG: define {{.*}}@plain
// CHECK-DAG: define {{.*}}@local_to_file
