// An access in a given header is reported in that header, under the name it was given.
// RUN: %run_cc --emit=source-ll --header=sub/in_header.h=%S/Inputs/in_header.h %s | FileCheck %s
#include "sub/in_header.h"
kernel void outer(global int *a) { touch(a); }
// CHECK: !DIFile(filename: "sub/in_header.h\01{{[0-9a-f]+}}:1"
