// What an executable asks the dynamic loader for.
#ifndef LOCKSTEP_HOST_CLI_NEEDS_LIBRARY_H_
#define LOCKSTEP_HOST_CLI_NEEDS_LIBRARY_H_

#include <string>

namespace lockstep {

// True if the file `path` asks for a shared library whose name begins with `prefix`: an executable of
// this machine's form in its dynamic section, anything else (a script) anywhere in its text. False for
// what cannot be read.
bool NeedsLibrary(const std::string& path, const std::string& prefix);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_NEEDS_LIBRARY_H_
