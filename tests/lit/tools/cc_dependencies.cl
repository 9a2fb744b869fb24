// What was looked for on disk is a dependency whether it was there or not, once per file, if the source can ask for
// any; a source that asks the clock is never the same again.
// RUN: rm -rf %t.d && mkdir -p %t.d/b && echo '#define A 1' > %t.d/b/a.h && ln -s a.h %t.d/b/same.h
// RUN: cp %s %t.d/k.cl
// RUN: %run_cc --cwd=%t.d --output=%t.d/files %t.d/k.cl -I none -I b -DFILES
// RUN: sed -n 2p %t.d/files | FileCheck %s --check-prefix=FILES
// RUN: sed /include/d %s > %t.d/plain.cl
// RUN: %run_cc --cwd=%t.d --output=%t.d/plain %t.d/plain.cl -I none -I b
// RUN: sed -n 2p %t.d/plain | FileCheck %s --check-prefix=PLAIN
// RUN: %run_cc --cwd=%t.d --output=%t.d/clock %t.d/plain.cl -I none -I b -DCLOCK=__TIME__
// RUN: sed -n 2p %t.d/clock | FileCheck %s --check-prefix=CLOCK
#ifdef FILES
#include "a.h"
#include "same.h"
#if __has_include("other.h")
#endif  // __has_include
#endif
#ifdef CLOCK
constant char when[] = CLOCK;
#endif
kernel void k(global int *a) { a[0] = 1; }
// FILES: "dependencies":[
// FILES-SAME: {"path":"{{[^"]*}}.d/./a.h","sha256":"absent"}
// FILES-SAME: {"path":"{{[^"]*}}.d/./other.h","sha256":"absent"}
// FILES-SAME: {"path":"{{[^"]*}}.d/b","sha256":"directory"}
// FILES-SAME: {"path":"[[A:[^"]*.d/b/a.h]]","sha256":"{{[0-9a-f]+}}"}
// FILES-SAME: {"path":"{{[^"]*}}.d/b/other.h","sha256":"absent"}
// FILES-SAME: {"path":"{{[^"]*}}.d/b/same.h","sha256":"file same as [[A]]"}
// FILES-SAME: {"path":"{{[^"]*}}.d/none","sha256":"absent"}
// PLAIN: "dependencies":[],
// CLOCK: "dependencies":[{"path":"the clock","sha256":"changing"}],
