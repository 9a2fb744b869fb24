// Messages of the tool itself on stderr: one line each, "lockstep: …".
#ifndef LOCKSTEP_RUNTIME_BASE_LOG_H_
#define LOCKSTEP_RUNTIME_BASE_LOG_H_

#include <cstdint>
#include <string_view>

namespace lockstep {

// Notes where stderr leads when this code is loaded. A descriptor 2 that leads elsewhere later may be
// a file of the program's that got the number of a closed stderr: nothing may be written there.
void NoteStderr();

// Keeps a way to the noted stderr, so that a report can still be written after a program has
// closed its own (GNU tools do, at exit). Called once, early.
void RememberStderr();

// Gives that up: who reads the stderr of a program waits for all that have it, a daemon that it left behind too.
void ForgetStderr();

// Writes `text` as it is to stderr in one piece; false if there is none (any more) that is known to be
// the one noted. Never raises SIGPIPE, never fails loudly, and leaves errno alone.
bool WriteStderr(std::string_view text);

// Where WriteStderr would write now: device and inode number; zeros if nowhere.
struct StderrPlace {
  uint64_t device = 0;
  uint64_t inode = 0;
  bool IsNowhere() const { return device == 0 && inode == 0; }
  bool operator==(const StderrPlace& other) const { return device == other.device && inode == other.inode; }
};
StderrPlace PlaceOfStderr();

// Writes the line "lockstep: <message>", one line whatever the message holds (printable.h).
void Log(std::string_view message);

// Like Log, but each message only once in this process.
void LogOnce(std::string_view message);

// True if stderr is a terminal and NO_COLOR is unset or empty and TERM is not "dumb".
bool StderrWantsColor();
// The same of stdout.
bool StdoutWantsColor();

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_LOG_H_
