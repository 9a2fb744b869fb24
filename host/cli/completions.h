// Completions of the command line for shells, made of the tables of options.
#ifndef LOCKSTEP_HOST_CLI_COMPLETIONS_H_
#define LOCKSTEP_HOST_CLI_COMPLETIONS_H_

#include <string>
#include <vector>

#include "host/cli/commands.h"

namespace lockstep {

// The file that `shell` (bash, zsh or fish) reads for it; "" for another shell.
std::string Completions(const std::string& shell, const std::vector<Command>& commands);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_COMPLETIONS_H_
