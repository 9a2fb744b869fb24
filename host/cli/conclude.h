// The end of `lockstep run`: what all processes of the program left, put together.
#ifndef LOCKSTEP_HOST_CLI_CONCLUDE_H_
#define LOCKSTEP_HOST_CLI_CONCLUDE_H_

#include <string>
#include <vector>

#include "host/cli/process.h"
#include "runtime/base/options.h"
#include "runtime/session/run_channel.h"

namespace lockstep {

// Reports for the processes that could not do it themselves, and says what nobody else can. `end`: of
// `command`, which is the program. `close`: with a line over all processes at the end. True if any finding
// counts, or a result could not be handed over.
bool Conclude(const RunChannel& channel, const std::vector<std::string>& command, const ProcessEnd& end,
              const Options& options, const Agreements& agreements, bool close);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_CONCLUDE_H_
