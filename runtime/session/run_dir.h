// What the checked processes of one `lockstep run` tell it through the channel, and where reports go.
#ifndef LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_
#define LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/base/status.h"
#include "runtime/report/report.h"
#include "runtime/session/channel.h"
#include "runtime/session/process_slot.h"

namespace lockstep {

// What a process left for `lockstep run`.
struct ProcessResult {
  long pid = 0;           // as the process sees it
  uint64_t slot = 0;      // in the channel
  bool finished = false;  // that is all; else what was saved last
  bool alive = false;     // has not ended
  bool lost = false;      // what it had to say last could not be handed over
  uint64_t late = 0;      // launches that ended after it had said that
  uint64_t saves = 0;     // changes with the state
  std::string state;      // text of a LaunchKeeper
  std::map<uint64_t, std::string> kernels;  // that the state speaks of
  BoardContent board;                       // what it was doing, if it is not finished
};

// What stands in a slot.
ProcessResult ReadResult(SlotContent content);

// The report in the form that `options` ask for; colours as this process's stderr wants them.
std::string RenderReport(const Report& report, const Options& options);

// Where a report went. Nowhere: the program has put something else in stderr's place.
enum class Went { kNowhere, kStderr, kFile };

// Writes `report` to --report=FILE, or to stderr if there is none or it cannot be written. %p in FILE is the report's
// process. If another process of the run writes FILE, because this one has outlived `lockstep run`, it gets FILE.<pid>.
// `channel`: of the run; null if there is none, or it is out of reach.
Went EmitReport(const Report& report, const Options& options, const ChannelTable* channel);

// The same for --report=FORM:FILE, of which it writes `files`; the paths of those that were written, as `files` have
// them.
std::vector<std::string> EmitForms(const Report& report, const std::vector<ReportFile>& files, const Options& options,
                                   const ChannelTable* channel);

// The same for --command-graph=FILE, if that is given; whether it was written.
bool EmitGraph(const Report& report, const Options& options, const ChannelTable* channel);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_RUN_DIR_H_
