// Messages of the tool itself on stderr: one line each, "lockstep: …".
#ifndef LOCKSTEP_RUNTIME_BASE_LOG_H_
#define LOCKSTEP_RUNTIME_BASE_LOG_H_

#include <string_view>

namespace lockstep {

// Remembers where stderr leads now, so that a report can still be written after a program has
// closed its own (GNU tools do, at exit). Called once, early.
void RememberStderr();

// Writes `text` as it is to stderr in one piece. Never raises SIGPIPE, never fails loudly, and
// leaves errno alone.
void WriteStderr(std::string_view text);

// Writes the line "lockstep: <message>".
void Log(std::string_view message);

// Like Log, but each message only once in this process.
void LogOnce(std::string_view message);

// True if stderr is a terminal and NO_COLOR is unset or empty and TERM is not "dumb".
bool StderrWantsColor();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_LOG_H_
