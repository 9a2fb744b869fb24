// The last line of `lockstep run`, over all processes of the program.
#ifndef LOCKSTEP_HOST_CLI_CLOSING_H_
#define LOCKSTEP_HOST_CLI_CLOSING_H_

#include <cstdint>
#include <set>
#include <string>

#include "runtime/base/options.h"
#include "runtime/report/report.h"

namespace lockstep {

struct Closing {
  uint64_t processes = 0;      // of the program, as far as they are known
  uint64_t opencl = 0;         // of these, those that used OpenCL
  uint64_t with_errors = 0;    // of these, those with errors
  uint64_t with_findings = 0;  // ... with any finding
  uint64_t running = 0;        // of these, those that have not ended
  uint64_t others = 0;         // that have not ended, and have not used OpenCL
  Totals totals;               // of all
  bool here = false;           // the report stands on this stderr
  bool in_file = false;        // it went to --report=FILE
  std::set<std::string> forms;  // further files that were written, by the names that the options have for them
};

// "3 of 5 processes used OpenCL: 8 errors in 2; see report.txt". "" if it would say nothing that is not just
// above: one process, whose report stands on this stderr; and with --quiet if there is nothing to say.
std::string ClosingLine(const Closing& closing, const Options& options);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_CLOSING_H_
