// `lockstep report`: reports that were written before, merged, converted and compared.
#ifndef LOCKSTEP_HOST_CLI_REPORT_H_
#define LOCKSTEP_HOST_CLI_REPORT_H_

#include <string>
#include <vector>

#include "runtime/base/option_table.h"
#include "runtime/base/options.h"
#include "runtime/base/status.h"
#include "runtime/report/report.h"

namespace lockstep {

// Runs the command with these words behind its name; returns its exit status: that of the runs together, as --fail-on
// has it, or 2 if the command line or a file is wrong.
int ReportCommand(const std::vector<std::string>& words);

// How it is called.
CommandHelp ReportHelp();

// Writes each --report=FORM:FILE and --command-graph. The error is the last of those that could not be written.
Status WriteForms(const Report& report, const Options& options);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_REPORT_H_
