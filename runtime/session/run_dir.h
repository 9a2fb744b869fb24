// What the checked processes of one `lockstep run` tell it through the channel, and where reports go.
#ifndef LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_
#define LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "runtime/base/options.h"
#include "runtime/base/status.h"
#include "runtime/report/report.h"
#include "runtime/session/channel.h"
#include "runtime/session/process_slot.h"

namespace lockstep {

// The part of a process's report that decides about the exit status.
struct ProcessResult {
  long pid = 0;       // as the process sees it
  uint64_t slot = 0;  // in the channel
  Totals totals;
  bool finished = false;  // wrote its report itself
  bool alive = false;     // has not ended, and will write its report if it is not finished
  bool lost = false;      // what it had to say last could not be handed over
  StderrPlace report_on;  // zeros: not on its stderr
  std::string report;     // if it had no place to write it to
  std::string state;      // if it is not finished: text of a LaunchKeeper
  std::map<uint64_t, std::string> kernels;  // ... that the state speaks of
  BoardContent board;                       // ... what it was doing
};

// Leaves the state of this process in `slot`: finished, with the report if somebody else must write it, or
// open with the text of a LaunchKeeper. False if there is no room.
bool LeaveResult(ProcessSlot& slot, const Totals& totals, bool finished, std::string_view text);

// What such a state says.
ProcessResult ReadResult(SlotContent content);

// The report in the form that `options` ask for; colours as this process's stderr wants them.
std::string RenderReport(const Report& report, const Options& options);

// Where a report went. Nowhere: the program has put something else in stderr's place.
enum class Went { kNowhere, kStderr, kFile };

// Writes `text` to --report=FILE, or to stderr if there is none or it cannot be written, and `report`, if there is one,
// to each --report=FORM:FILE. Of several processes of one run the first gets FILE and the others FILE.<pid>, unless it
// has %p. `channel`: of the run; null if there is none, or it is out of reach.
Went EmitReport(const std::string& text, const Report* report, const Options& options, const ChannelTable* channel);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_
