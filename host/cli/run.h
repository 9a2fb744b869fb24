// `lockstep run`: a program under the tool, from its start to the exit status.
#ifndef LOCKSTEP_HOST_CLI_RUN_H_
#define LOCKSTEP_HOST_CLI_RUN_H_

#include <string>
#include <vector>

#include "host/cli/process.h"
#include "runtime/base/option_table.h"
#include "runtime/base/options.h"
#include "runtime/base/status.h"

namespace lockstep {

// The sub-command. Does not return if the program dies of a signal.
int RunCommand(const std::vector<std::string>& words);

// How it is called.
CommandHelp RunHelp();

// Runs `command` under the library with these options and puts the results of all its processes
// together: what a process could not report itself is reported here, and the end is the program's
// own, except that the status is options.error_exitcode if that was 0 and there are findings.
// `close`: one line over all processes comes last.
ProcessEnd RunChecked(const std::vector<std::string>& command, const Options& options,
                      const Environment& more = {}, bool close = false);

// Where liblockstep.so is: $LOCKSTEP_LIBRARY, or ../lib beside the executable's directory.
StatusOr<std::string> LibraryPath();

// The environment changes that bring the library into a program, of which LookAtProgram (runtime/session/started.h)
// says `program`.
Environment HookEnvironment(const std::string& library, HookMode mode, uint32_t program);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_RUN_H_
