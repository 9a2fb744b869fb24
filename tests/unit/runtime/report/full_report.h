// Reports that hold one of each thing, for tests of what is made of them.
#ifndef LOCKSTEP_TESTS_UNIT_RUNTIME_REPORT_FULL_REPORT_H_
#define LOCKSTEP_TESTS_UNIT_RUNTIME_REPORT_FULL_REPORT_H_

#include <memory>
#include <vector>

#include "device-lib/shared/divergence.h"
#include "runtime/checks/collector.h"
#include "runtime/checks/mistakes.h"
#include "runtime/commands/misuse_finding.h"
#include "runtime/report/report.h"
#include "runtime/report/source_text.h"
#include "tests/unit/runtime/fake_launch.h"

namespace lockstep {

// A launch and a transfer that nothing orders, and a source that the host changed.
inline std::vector<Finding> CommandRaces() {
  CommandRecord launch;
  launch.side = {"clEnqueueNDRangeKernel", 4, 2, 1, false, false, "k", 3, {}, ""};
  RootPlace place;
  place.known = true;
  place.root = place.through = 9;
  place.argument = 0;
  place.name = "out";
  launch.places = {place};
  auto touched = std::make_shared<LaunchTouches>();
  touched->state = LaunchTouches::State::kKnown;
  touched->lines[{0, true}] = {{{"k.cl", 5, 3, "k"}, "  out[i] = 1;"}, {{"k.cl", 7, 3, "k"}, ""}};
  launch.touched = touched;
  CommandRecord read;
  read.side = {"clEnqueueReadBuffer", 6, 1, 5, true, true, "", 0, {}, ""};
  Meeting meeting;
  meeting.first = std::make_shared<const CommandRecord>(launch);
  meeting.second = std::make_shared<const CommandRecord>(read);
  meeting.first_touch = {9, 0, 64, true, false, false, 9, false};
  meeting.second_touch = {9, 16, 32, false, false, false, 9, false};
  meeting.root = 9;
  meeting.begin = 16;
  meeting.end = 32;
  const auto object = [](uint64_t number) {
    Memory memory;
    memory.object = ObjectId{number};
    memory.size = 64;
    return memory;
  };
  const auto write = std::make_shared<CommandRecord>(read);
  write->side.call = "clEnqueueWriteBuffer";
  write->side.number = 8;
  write->side.blocking = false;
  return {FindingOf(meeting, object), FindingOfChange(write)};
}

// One of each: races of several kinds, one in two forms and one that goes with another's repair, both divergences,
// something skipped, something incomplete.
inline Report FullReport(const Options& options) {
  auto kernel = FakeKernel();
  kernel->sites[4].loops = {{"k.cl", 2, 3, "k"}};
  kernel->sites[2].inlined_at = {{"k.cl", 5, 7, "k"}};
  auto launch = FakeLaunch(3, kernel);
  FakeLog log;
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(2, 0, 1, LS_CLASS_W), Record(33, 0, 1, LS_CLASS_W), 0, 64,
              1500);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 2, LS_CLASS_R), 0, 4);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 3, LS_CLASS_W), Record(2, 0, 5, LS_CLASS_AW), 1, 0);
  log.AddRace(LS_FINDING_RACE, LS_KEY_INTER_GROUP, Record(1, 0, 3, LS_CLASS_W), Record(40, 0, 5, LS_CLASS_AW), 1, 0, 3);
  log.AddRace(LS_FINDING_RACE, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 0, 3, LS_CLASS_W), 1, 8);
  log.AddRace(LS_FINDING_RACE, LS_KEY_LOCAL, Record(1, 0, 6, LS_CLASS_W), Record(2, 0, 6, LS_CLASS_W), 3, 8);
  log.AddRace(LS_FINDING_WRONG_FLAG, 0, Record(1, 0, 1, LS_CLASS_W), Record(2, 1, 5, LS_CLASS_AW), 0, 0, 7);
  log.AddRace(LS_FINDING_SAME_VALUE, 0, Record(1, 0, 3, LS_CLASS_W), Record(2, 0, 3, LS_CLASS_W), 1, 12);
  log.AddDivergence(4, 7, 32, 33);
  ls_slot& slot = log.AddDivergence(4, 4, 64, 65);
  slot.extra[0] = uint64_t{3} << 32 | LS_PARTED_ITERATION << LS_PARTED_WHAT_SHIFT;
  slot.extra[2] = uint64_t{2} << 32 | LS_PARTED_ITERATION << LS_PARTED_WHAT_SHIFT;

  FindingCollector collector;
  collector.Add(CheckLog(launch, log.data(), log.size()).findings);
  collector.Add({CommandRaces()[0]});
  Report report;
  report.version = "1.2.3";
  report.process = {4711, 4710, "2026-01-31T12:00:00.000Z", "2026-01-31T12:00:01.500Z"};
  report.devices = {{"a device", "a platform", "3.1", "OpenCL 3.0", 3}};
  report.command = {"./app", "an argument"};
  SelectFindings(MistakesOf(collector.Sorted()), options, {}, &report);
  for (Mistake& mistake : report.findings) AddSnippets(&mistake);
  report.not_instrumented = {{"k2", "it recurses", 2}};
  report.incomplete = {{"k", "accesses outside every known memory object", 12}};
  CheckedKernel row;
  row.name = "k";
  row.launches = 1;
  row.sites = 8;
  row.barriers = 1;
  row.transformed = true;
  row.transform_reason = "the barrier k.cl:5:3 depends on i";
  row.unchecked_arguments = {"'c'"};
  row.notes = {"images: accesses are not checked"};
  report.kernels = {row};
  report.launches = 3;
  report.checked_launches = 1;
  return report;
}

// Nothing found, one of each state under way.
inline Report InterruptedReport() {
  Report report;
  report.version = "1.2.3";
  report.launches = report.checked_launches = 3;
  Interrupted interrupted;
  interrupted.by = "SIGINT";
  interrupted.begun = 7;
  interrupted.complete = 3;
  const auto add = [&](UnderWay::State state, bool queued, const char* kernel, uint64_t launch, const char* what,
                       double seconds) {
    interrupted.under_way.push_back({state, queued, kernel, launch, what, seconds});
  };
  add(UnderWay::State::kWaiting, false, "", 0, "clFinish", 61.26);
  add(UnderWay::State::kRunning, false, "scan", 4, "", 12.5);
  add(UnderWay::State::kWaiting, true, "sum", 5, "which the driver has not begun: it has a wait list", 12.25);
  add(UnderWay::State::kCompiling, false, "sort", 8, "the checks", 3);
  add(UnderWay::State::kCompiling, false, "", 0, "a program of the application's", 2);
  add(UnderWay::State::kChecking, false, "first", 6, "", 0.04);
  interrupted.not_listed = 1;
  interrupted.native = UnderWay{UnderWay::State::kWaiting, true, "copy", 3, "", 62};
  report.interrupted = interrupted;
  return report;
}

}  // namespace lockstep

#endif  // LOCKSTEP_TESTS_UNIT_RUNTIME_REPORT_FULL_REPORT_H_
