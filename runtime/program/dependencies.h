// Whether an instrumented program still is what lockstep-cc would make.
#ifndef LOCKSTEP_RUNTIME_PROGRAM_DEPENDENCIES_H_
#define LOCKSTEP_RUNTIME_PROGRAM_DEPENDENCIES_H_

#include "runtime/program/program.h"

namespace lockstep {

// True if everything that the front end looked at on disk is as it was: what it found, and what it did not. For
// what was read the content counts (its SHA-256), for the rest what it is ("file", "directory", "absent"; anything
// else never stays as it was), and for all of it which paths lead to one and the same file (" same as PATH", the
// first one that does), because a compiler includes that once.
bool DependenciesUnchanged(const std::vector<Dependency>& dependencies);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PROGRAM_DEPENDENCIES_H_
