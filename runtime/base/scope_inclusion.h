// When the scopes of two atomics or fences include each other (paper 002, Sect. 3).
#ifndef LOCKSTEP_RUNTIME_BASE_SCOPE_INCLUSION_H_
#define LOCKSTEP_RUNTIME_BASE_SCOPE_INCLUSION_H_

namespace lockstep {

enum class ScopeInclusion {
  kRelaxed,  // each scope must reach the other operation, or that of a remote one must
  kStrict,   // OpenCL 3.0: the same scope, and it reaches; remote means nothing
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_SCOPE_INCLUSION_H_
