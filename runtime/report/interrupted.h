// What a process was doing when a signal ended it, or when `lockstep run` left it.
#ifndef LOCKSTEP_RUNTIME_REPORT_INTERRUPTED_H_
#define LOCKSTEP_RUNTIME_REPORT_INTERRUPTED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

// Something that had begun and had not ended: a launch, or what a thread of the program was in.
struct UnderWay {
  enum class State { kCompiling, kWaiting, kRunning, kChecking };  // the last: what a launch did, complete by then
  State state = State::kWaiting;
  bool queued = false;  // kWaiting: a launch that the device has not begun, not a thread
  std::string kernel;   // "": it is about none
  uint64_t launch = 0;  // number of the launch; 0: none, or not known
  std::string what;     // what is compiled; the call in which a thread waits
  double seconds = 0;   // for how long
  uint32_t part = 0;    // kCompiling: the how manieth of the process's programs; 0: not known
  uint32_t parts = 0;   // of how many so far

  bool IsLaunch() const { return queued || state == State::kRunning || state == State::kChecking; }
};

// The totals of a report with this are those up to then.
struct Interrupted {
  std::string by;             // "SIGINT"; "": by nothing, the process goes on
  bool left_running = false;  // the process has not ended
  uint64_t begun = 0;         // launches, those that the filters left out not among them
  uint64_t complete = 0;      // of these, those whose results are counted
  std::vector<UnderWay> under_way;  // longest first
  uint64_t not_listed = 0;    // more launches that are under way
  // The last launch of an application's own kernel, if a thread was waiting: the end of those is not followed.
  std::optional<UnderWay> native;
};

// Lines for people; ends with a line feed.
std::string InterruptedText(const Interrupted& interrupted, bool color);

// One of them while it lasts: "compiling checks of kernel 'scan', for its launch 3, for 12 s".
std::string UnderWayText(const UnderWay& one);

// "compiling checks for scan (3 of 5), 12 s", for a line with more on it; "" of what waits for something else.
std::string UnderWayOnOneLine(const UnderWay& one);

// The same for the summary line: "launch 3 of kernel 'scan' was running, for 12 s"; "" if nothing is known.
std::string UnderWayInShort(const Interrupted& interrupted);

// "SIGINT" for 2, "signal 40" for one without a name.
std::string SignalName(int number);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_INTERRUPTED_H_
