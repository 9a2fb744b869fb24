// What a project has agreed on about findings: --suppressions and --baseline, read; --write-suppressions, written.
#ifndef LOCKSTEP_RUNTIME_REPORT_AGREEMENTS_H_
#define LOCKSTEP_RUNTIME_REPORT_AGREEMENTS_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/base/status.h"
#include "runtime/model/mistake.h"
#include "runtime/report/suppressions.h"

namespace lockstep {

struct Agreements {
  Suppressions suppressions;
  std::set<std::string> known;        // ids of the baseline
  bool no_baseline = false;           // one was asked for and cannot be read: the run must not pass
  bool no_suppressions = false;       // they were asked for and cannot be read
  std::vector<std::string> problems;  // one line each, those of the suppressions included
};

// Reads what `options` name. What cannot be read is a problem, and counts as empty.
Agreements ReadAgreements(const Options& options);

// The ids of the findings of a report in JSON, or of all reports of `lockstep kernel` over several kernels; those that
// were known then included, and suppressed ones not.
StatusOr<std::set<std::string>> IdsIn(std::string_view report);

// Adds entries to the file `path` for those of `mistakes` that it has none for. Several processes may do so at once.
Status AddSuppressions(const std::string& path, const std::vector<Mistake>& mistakes);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_AGREEMENTS_H_
