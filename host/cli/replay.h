// `lockstep replay`: a launch that --capture has kept, run again alone.
#ifndef LOCKSTEP_HOST_CLI_REPLAY_H_
#define LOCKSTEP_HOST_CLI_REPLAY_H_

#include <string>
#include <vector>

#include "runtime/base/option_table.h"
#include "runtime/base/status.h"
#include "runtime/capture/capture.h"

namespace lockstep {

// The sub-command.
int ReplayCommand(const std::vector<std::string>& words);

// How it is called.
CommandHelp ReplayHelp();

// The words of `lockstep kernel` that run the launch of `folder`. Errors say what it cannot express.
StatusOr<std::vector<std::string>> KernelWords(const CapturedLaunch& launch, const std::string& folder);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_REPLAY_H_
