// The report of a process that was killed, made by `lockstep run`.
#include "runtime/session/killed.h"

#include <memory>
#include <utility>

#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/session/kept_launches.h"

namespace lockstep {
namespace {

// What is missing of a launch whose log was read.
const char* Missing(const Launch& launch) {
  if (!launch.log_in_place) return "whose log was still in the device's memory";
  if (launch.kernel->synchronises) return "whose event log was checked as far as it had been read";
  return "checked up to there";
}

}  // namespace

Report ReportOfKilled(const ProcessResult& left, const RunChannel& channel, const std::string& end,
                      const Options& options, bool* whole) {
  LaunchReader reader(left.kernels);
  StatusOr<KeptState> state = reader.ReadState(left.state);
  *whole = state.ok() && !left.lost;
  if (!state.ok()) {
    Log(StrCat("what process ", left.pid, " found cannot be read: ", state.status().message()));
    state = KeptState();
  }
  Gathered& gathered = state->gathered;
  const std::string under_way = StrCat("launches under way when the program ", end, ", ");
  for (const OpenRegion& region : channel.LeftOpen(left.slot)) {
    const auto launch = reader.ReadLaunch(region.text);
    if (!launch.ok() || region.log.empty()) {
      gathered.AddIncomplete({{"", under_way + "whose records are damaged", 1}});
      continue;
    }
    gathered.AddIncomplete({{(*launch)->kernel->name, under_way + Missing(**launch), 1}});
    if (!(*launch)->log_in_place) continue;
    CheckResult found = CheckLog(*launch, region.log.data(), region.log.size());
    gathered.collector.Add(std::move(found.findings));
    gathered.AddIncomplete(found.incomplete);
  }
  Report report = gathered.Build(state->command, /*ended_early=*/true, options);
  report.process = state->facts;
  if (report.process.pid == 0) report.process.pid = static_cast<uint64_t>(left.pid);
  report.process.end = UtcNow();
  return report;
}

}  // namespace lockstep
