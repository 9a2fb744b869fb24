// The findings of a report in JSON, for people who ask about one of them.
#ifndef LOCKSTEP_HOST_CLI_REPORTED_FINDINGS_H_
#define LOCKSTEP_HOST_CLI_REPORTED_FINDINGS_H_

#include <string>
#include <vector>

#include "runtime/base/status.h"

namespace lockstep {

struct ReportedFinding {
  std::string id;    // as the report has it
  std::string kind;  // the same; may be none of ours
  std::string line;  // kind, kernel and places, in one line
  std::string text;  // all that is known of it, as in a report for people; ends with a line feed
};

// The findings of the report in `file`, which `--format=json` wrote: of one process, of several kernels, or of those
// that it left out. Nothing in it is taken for true or harmless: texts are printable, and what is missing is left out.
// Findings without an id are not among them. The error is one line.
StatusOr<std::vector<ReportedFinding>> ReadFindings(const std::string& file, bool color);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_REPORTED_FINDINGS_H_
