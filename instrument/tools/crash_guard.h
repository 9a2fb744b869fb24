// Turns crashes of clang, LLVM and our passes into an exit status and one line of text.
#ifndef LOCKSTEP_INSTRUMENT_TOOLS_CRASH_GUARD_H_
#define LOCKSTEP_INSTRUMENT_TOOLS_CRASH_GUARD_H_

namespace lockstep::instrument {

// From now on a fatal error of LLVM, a failed assertion, an invalid access or an overflowing stack
// ends the process with `status` after writing one line that begins with `tool` to standard error.
// `tool` must live as long as the process.
void InstallCrashGuard(const char* tool, int status);

// Ends the process like that, after the line "<tool>: <what>". May be called in signal handlers.
[[noreturn]] void EndWithLine(const char* what);

}  // namespace lockstep::instrument

#endif  // LOCKSTEP_INSTRUMENT_TOOLS_CRASH_GUARD_H_
