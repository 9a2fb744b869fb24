// From the log of one launch to findings: each family of rules is one function over the entries.
#ifndef LOCKSTEP_RUNTIME_CHECKS_CHECKS_H_
#define LOCKSTEP_RUNTIME_CHECKS_CHECKS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/checks/log_reader.h"
#include "runtime/model/finding.h"
#include "runtime/model/rules.h"
#include "runtime/model/timed_out.h"
#include "runtime/model/words.h"
#include "runtime/replay/replay.h"

namespace lockstep {

struct CheckResult {
  std::vector<Finding> findings;
  std::vector<Incomplete> incomplete;
  std::vector<StoppedAt> stopped;  // where work-items left because the host said so
  bool told_to_stop = false;       // the host did
  bool loops_ended = false;        // by the driver, before their conditions did: there are no findings then
};

// Everything the log of `launch` says. A log that contradicts itself gives no finding for the
// entries concerned, but an Incomplete that counts them.
CheckResult CheckLog(const std::shared_ptr<const Launch>& launch, const void* log, size_t bytes);

// Which of a finding's accesses came first: the first of them, or it is not known.
enum class AccessOrder { kOfTime, kUnknown };

// The barriers of the kernel that may have stood between a race's accesses: their flags do not name the region, and
// if any of them stands on the way from one line to the other, only those. In the order of the source.
std::vector<Site> BarriersBetween(const KernelDescription& kernel, const Finding& finding, AccessOrder order);

// The family of data races: one entry to one finding. False if the entry makes no sense (a site or
// root that the kernel does not have, classes that do not conflict).
bool CheckRace(const std::shared_ptr<const Launch>& launch, const LogEntry& entry,
               Finding* finding);

// The family of barrier divergence; same contract. docs/barriers.md describes the entry.
bool CheckDivergence(const std::shared_ptr<const Launch>& launch, const LogEntry& entry,
                     Finding* finding);

// Fills in what an access at `site` did this time, by its class in the record: an atomic's site may say rmw although a
// failed compare-exchange only read.
void SetOperation(const Site& site, uint32_t access_class, FindingAccess* access);

// Accesses outside the object that they name; same contract.
bool CheckBounds(const std::shared_ptr<const Launch>& launch, const LogEntry& entry,
                 Finding* finding);

// Whether it is known which object the access at `site` should go to, or which ones it may.
bool NamesItsObject(const Site& site);

// The races that the event log of a synchronising launch shows; same contract as CheckLog. Roots of
// `launch` must have their cells.
CheckResult CheckReplay(const std::shared_ptr<const Launch>& launch, const ReplayResult& replay);

// One entry of work-items that were told to leave, added to `places`; false if it makes no sense.
bool CheckStopped(const Launch& launch, const LogEntry& entry, std::vector<StoppedAt>* places);

// Puts `places` into the report's order.
void SortStopped(std::vector<StoppedAt>* places);

// What is known of root number `root` as a whole, no bytes of it; false if there is none.
bool DescribeRoot(const Launch& launch, size_t root, Memory* memory);

// A finding with everything that follows from its kind and launch alone.
Finding NewFinding(Kind kind, const std::shared_ptr<const Launch>& launch, uint64_t count);

// True if `a` comes before `b`: by file, line, column, call path, then operation.
bool SiteBefore(const Site& a, const Site& b);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CHECKS_CHECKS_H_
