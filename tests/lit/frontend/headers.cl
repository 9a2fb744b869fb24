// Headers given by the application come before those on disk; -I is relative to its directory;
// what was read from disk is a dependency, what came with the request is not.
// RUN: %run_cc --emit=source-ll --cwd=%S --header=given.h=%S/Inputs/given.h %s -I Inputs | FileCheck %s
// RUN: not %source_ll %s 2>&1 | FileCheck %s --check-prefix=MISSING
#include "given.h"
#include "on_disk.h"
#include <Inputs/on_disk.h>
kernel void use(global int *out) { out[0] = GIVEN + ON_DISK; }
// CHECK: store i32 42,
// MISSING: headers.cl:5:10: fatal error: 'given.h' file not found
