// The manual page lockstep(1), made of what the commands say about themselves.
#ifndef LOCKSTEP_HOST_CLI_MAN_PAGE_H_
#define LOCKSTEP_HOST_CLI_MAN_PAGE_H_

#include <string>
#include <vector>

#include "host/cli/commands.h"

namespace lockstep {

// The page in troff's language, for macro package man(7); only ASCII. Options that several commands have stand once.
std::string ManPage(const std::vector<Command>& commands);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_MAN_PAGE_H_
