// A text compiles although the folder in which it was built is gone; what it includes from there is missed.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %run_cc --cwd=%t.none --output=%t.d/out %s
// RUN: ls %t.d | FileCheck %s --check-prefix=FILES
// RUN: not %run_cc --cwd=%t.none %s -DNEEDS_IT 2>&1 | FileCheck %s --check-prefix=NEEDS
// FILES: {{^}}out{{$}}
// NEEDS: error: 'cc_no_folder.h' file not found (cannot enter directory {{.*}}.none)
#ifdef NEEDS_IT
#include "cc_no_folder.h"
#endif
kernel void k(global int *a) { a[0] = 1; }
