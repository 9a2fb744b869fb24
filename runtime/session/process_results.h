// What the launches of one process found so far, and the report of it.
#ifndef LOCKSTEP_RUNTIME_SESSION_PROCESS_RESULTS_H_
#define LOCKSTEP_RUNTIME_SESSION_PROCESS_RESULTS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/checks/checks.h"
#include "runtime/checks/collector.h"
#include "runtime/model/launch.h"
#include "runtime/report/report.h"

namespace lockstep {

// Why a launch needs no check.
enum class Proof {
  kPruned,      // no access of it can conflict with another
  kCertified,   // its accesses are those of an earlier, checked launch without any conflict
  kFoundAgain,  // ... of one with races, none of which was new then
};

// Not thread-safe; a Session guards its own.
// Of a process that had said before what there is: of static objects' destructors, say.
inline constexpr char kLateLaunches[] =
    "launches that ended after the report was written, at the very end of the process";

struct ProcessResults {
  FindingCollector collector;
  std::map<std::pair<std::string, std::string>, SkippedKernel> skipped;  // kernel, reason
  std::map<std::string, uint64_t> unchecked;  // kernel -> launches, for whatever reason
  std::map<std::string, uint64_t> left_out;   // kernel -> launches that were not to be checked
  std::map<std::string, uint64_t> left_out_by;  // option -> those of them that not the kernel's name decided
  std::map<std::pair<std::string, std::string>, uint64_t> incomplete;    // kernel, what
  std::map<std::pair<std::string, std::string>, std::pair<uint64_t, CheckedKernel>>
      kernels;  // name, program text -> first launch, row
  // The same rows by the objects that name them, which are kept so that no other can take their
  // addresses.
  std::map<std::pair<std::shared_ptr<const KernelDescription>, std::shared_ptr<const ProgramSource>>,
           std::pair<uint64_t, CheckedKernel>*>
      known_kernels;
  std::vector<TimedOut> timed_out;
  std::vector<DeviceUse> devices;  // in order of their first launch
  uint64_t launches = 0;  // those left out included
  uint64_t checked_launches = 0;  // proven ones included
  uint64_t pruned_launches = 0;
  uint64_t certified_launches = 0;
  uint64_t shadow_bytes = 0;

  // Counts a launch under its kernel. `proof`: nullopt if it ran instrumented.
  void CountKernel(const Launch& launch, std::optional<Proof> proof, const Options& options);

  // Adds to what may have been missed.
  void AddIncomplete(const std::vector<Incomplete>& items);

  // What the filters left out, and what was launched.
  LeftOut DescribeLeftOut(const Options& options) const;

  // How much of a process that ended without telling stands here.
  enum class EndedEarly { kNot, kAllIsHere, kSomeIsMissing, kRunsOn };

  // The report. `command`: the program's command line.
  Report Build(std::vector<std::string> command, EndedEarly ended_early, const Options& options,
               const Agreements& agreements) const;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_PROCESS_RESULTS_H_
