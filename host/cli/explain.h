// `lockstep explain`: what the kinds of findings mean, and one finding of a report.
#ifndef LOCKSTEP_HOST_CLI_EXPLAIN_H_
#define LOCKSTEP_HOST_CLI_EXPLAIN_H_

#include <string>
#include <vector>

#include "runtime/base/option_table.h"

namespace lockstep {

// The sub-command. Returns 0; 1 if the report cannot be read or has no such finding; 2 for a wrong command line and
// a word that is no rule, kind or id.
int ExplainCommand(const std::vector<std::string>& words);

// How it is called.
CommandHelp ExplainHelp();

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_EXPLAIN_H_
