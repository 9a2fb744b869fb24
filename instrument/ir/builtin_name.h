// Names of OpenCL C built-in functions as the SPIR front end mangles them.
#ifndef LOCKSTEP_INSTRUMENT_IR_BUILTIN_NAME_H_
#define LOCKSTEP_INSTRUMENT_IR_BUILTIN_NAME_H_

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::instrument {

// A mangled name taken apart: `_Z6vload4mPU3AS1Kf` has base "vload4" and parameters "mPU3AS1Kf".
struct BuiltinName {
  std::string_view base;
  std::string_view parameters;
};

// nullopt if `mangled` is not the Itanium name of a function outside any namespace. The views
// point into `mangled`.
std::optional<BuiltinName> ParseBuiltinName(std::string_view mangled);

// Whether the first pointer parameter points to a signed integer (i, l, s, c, ...), looking
// through address space, const, volatile and _Atomic.
bool PointsToSigned(const BuiltinName& name);

// The name of the same function for private pointers: every `PU3AS<n>` becomes `P`. Right only
// for functions whose pointer is not referred back to by a substitution (S_, S0_, ...).
std::string WithPrivatePointers(std::string_view mangled);

// Whether a call of this name asks whether a generic pointer leads to global, local or private memory, and for the
// pointer that says so; it touches no memory. clang and the reader of SPIR-V do not mangle to_global and its like.
bool IsRegionQuery(std::string_view mangled);

// Splits trailing digits off: "vload16" -> {"vload", 16}; 1 if there are none.
struct NumberedName {
  std::string_view stem;
  unsigned number = 1;
};
NumberedName SplitNumber(std::string_view base);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_IR_BUILTIN_NAME_H_
