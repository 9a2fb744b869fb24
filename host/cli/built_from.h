// What this program was built from.
#ifndef LOCKSTEP_HOST_CLI_BUILT_FROM_H_
#define LOCKSTEP_HOST_CLI_BUILT_FROM_H_

namespace lockstep {

// "commit 1de76cb of 2026-11-26, with LLVM 15.0.6 and GNU 12.2.0": as of the last build (cmake/built_from.cmake);
// "-dirty" stands behind a commit that files differ from.
const char* BuiltFrom();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_BUILT_FROM_H_
