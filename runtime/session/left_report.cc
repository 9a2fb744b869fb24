// The report of a process below `lockstep run`, made there of what it left.
#include "runtime/session/left_report.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/checks/checks.h"
#include "runtime/session/kept_launches.h"
#include "runtime/session/process_results.h"

namespace lockstep {
namespace {

// What is missing of a launch whose log was read.
const char* Missing(const Launch& launch) {
  if (!launch.log_in_place) return "whose log was still in the device's memory";
  if (launch.kernel->synchronises) return "whose event log was checked as far as it had been read";
  return "checked up to there";
}

// The launches counted since the process saved its state. Numbers that cannot be are what a wild write left.
void CountOn(const BoardContent& board, ProcessResults* results) {
  uint64_t left_out = 0;
  for (const auto& [kernel, count] : results->left_out) left_out += count;
  const uint64_t counted = results->launches - std::min(results->launches, left_out);
  constexpr uint64_t kMost = uint64_t{1} << 48;
  if (board.launches < counted || board.launches > kMost || board.checked > board.launches ||
      board.pruned > board.checked || board.certified > board.checked - board.pruned) {
    return;
  }
  results->launches = board.launches + left_out;
  results->checked_launches = board.checked;
  results->pruned_launches = board.pruned;
  results->certified_launches = board.certified;
}

// What was under way. `report`: the totals are in it.
Interrupted InterruptionOf(const BoardContent& board, const Fate& fate, const Report& report) {
  Interrupted interrupted;
  if (fate.signal != 0) interrupted.by = SignalName(fate.signal);
  interrupted.left_running = fate.alive;
  interrupted.complete = report.launches - report.left_out.launches;
  uint64_t open = board.twins_begun - std::min(board.twins_begun, board.twins_ended);
  if (open > uint64_t{1} << 48) open = 0;  // a wild write
  interrupted.begun = interrupted.complete + open;
  interrupted.under_way = board.under_way;
  const auto waits = [](const UnderWay& one) { return one.state == UnderWay::State::kWaiting && !one.queued; };
  if (std::any_of(board.under_way.begin(), board.under_way.end(), waits)) interrupted.native = board.native;
  const auto is_launch = [](const UnderWay& one) { return one.IsLaunch(); };
  const auto launches = static_cast<uint64_t>(std::count_if(board.under_way.begin(), board.under_way.end(), is_launch));
  interrupted.not_listed = open - std::min(open, launches);
  return interrupted;
}

// A kernel that was under way was seen, too, whatever --kernel is told.
void AddSeen(const std::vector<UnderWay>& under_way, LeftOut& left_out) {
  std::vector<std::string>& kernels = left_out.kernels;
  for (const UnderWay& one : under_way) {
    const auto place = std::lower_bound(kernels.begin(), kernels.end(), one.kernel);
    if (!one.kernel.empty() && (place == kernels.end() || *place != one.kernel)) kernels.insert(place, one.kernel);
  }
}

// Adds what the launches have found that were under way.
void AddUnderWay(const ProcessResult& left, const RunChannel& channel, const Fate& fate, LaunchReader& reader,
                 ProcessResults& results) {
  const std::string under_way = StrCat("launches under way when the program ", fate.words, ", ");
  for (const OpenRegion& region : channel.LeftOpen(left.slot)) {
    const auto launch = reader.ReadLaunch(region.text);
    if (!launch.ok() || region.log.empty()) {
      results.AddIncomplete({{"", under_way + "whose records are damaged", 1}});
      continue;
    }
    results.AddIncomplete({{(*launch)->kernel->name, under_way + Missing(**launch), 1}});
    if (!(*launch)->log_in_place) continue;
    CheckResult found = CheckLog(*launch, region.log.data(), region.log.size());
    results.collector.Add(std::move(found.findings));
    results.AddIncomplete(found.incomplete);
  }
}

}  // namespace

Report ReportOfLeft(const ProcessResult& left, const RunChannel& channel, const Fate& fate, const Options& options,
                    bool* whole) {
  LaunchReader reader(left.kernels);
  StatusOr<KeptState> state = reader.ReadState(left.state);
  *whole = state.ok() && !left.lost;
  if (!state.ok()) {
    Log(StrCat("what process ", left.pid, " found cannot be read: ", state.status().message()));
    state = KeptState();
  }
  ProcessResults& results = state->results;
  if (left.late > 0) results.AddIncomplete({{"", kLateLaunches, left.late}});
  if (left.finished && state.ok()) {
    Report report = results.Build(state->command, ProcessResults::EndedEarly::kNot, options, {});
    report.process = state->facts;
    report.halted = state->halted;
    return report;
  }
  CountOn(left.board, &results);
  AddUnderWay(left, channel, fate, reader, results);
  const bool all = *whole && left.board.launches > 0 && !left.board.unsaved;
  const auto how = fate.alive ? ProcessResults::EndedEarly::kRunsOn
                   : all      ? ProcessResults::EndedEarly::kAllIsHere
                              : ProcessResults::EndedEarly::kSomeIsMissing;
  Report report = results.Build(state->command, how, options, {});
  if (fate.signal != 0 || fate.alive) report.interrupted = InterruptionOf(left.board, fate, report);
  AddSeen(left.board.under_way, report.left_out);
  report.process = state->facts;
  if (report.process.pid == 0) report.process.pid = static_cast<uint64_t>(left.pid);
  report.process.end = UtcNow();
  return report;
}

}  // namespace lockstep
