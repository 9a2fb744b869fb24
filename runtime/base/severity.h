// How much a finding matters. docs/checks and shared definitions use these words.
#ifndef LOCKSTEP_RUNTIME_BASE_SEVERITY_H_
#define LOCKSTEP_RUNTIME_BASE_SEVERITY_H_

namespace lockstep {

// In falling order of weight, so that `a <= b` reads "a is at least as severe as b".
enum class Severity { kError, kWarning, kInfo };

inline const char* SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "info";
  }
  return "";
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_SEVERITY_H_
